import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { openTest } from './connection-window.ts';
import { toTestSubject } from './run-test.ts';

/** Opens the test of a destination that is not on screen. */
export async function openDestinationTest(ctx: CommandContext, id: string): Promise<void> {
  try {
    const { sink } = await fetchCall('getSink', { path: { id } });
    openTest(toTestSubject('destination', sink));
  } catch {
    ctx.actors.notify({ message: 'The destination could not be read', status: 'error' });
  }
}
