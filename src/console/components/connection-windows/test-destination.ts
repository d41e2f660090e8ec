import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { openTest } from './connection-window.ts';

/** Opens the test of a destination that is not on screen. */
export async function openDestinationTest(ctx: CommandContext, id: string): Promise<void> {
  try {
    const [{ sink }, { toTestSubject }] = await Promise.all([
      fetchCall('getSink', { path: { id } }),
      import('./run-test.ts'),
    ]);
    openTest(toTestSubject('destination', sink));
  } catch {
    ctx.actors.notify({ message: 'The destination could not be read', status: 'error' });
  }
}
