import type { CallDefinition } from '../../contract/calls/define.ts';
import { firstCalls } from '../../contract/calls/first.ts';
import type { CallId } from '../../contract/calls/index.ts';

/** What the build keeps of a call; see `src/console/app/unused-code.ts`. */
type KeptCall = Pick<CallDefinition, 'method' | 'path' | 'access' | 'response' | 'changesNothing'> & {
  body?: unknown;
};
type Table = Readonly<Partial<Record<CallId, KeptCall>>>;

let table: Table = firstCalls;

/** Calls of `shell.ts`: needed beside every screen. */
const SHELL_CALLS: readonly CallId[] = [
  'createSocketTicket',
  'getPreferences',
  'updatePreferences',
  'countAlertEvents',
  'getNotificationErrorSummary',
  'explain',
];

/** Calls already loaded or used by the first screen. */
export const findLoadedCall = (id: CallId): KeptCall | undefined => table[id];

/** @throws when the chunk cannot be loaded */
export async function loadCall(id: CallId): Promise<KeptCall> {
  if (!table[id]) {
    const more = SHELL_CALLS.includes(id)
      ? (await import('../../contract/calls/shell.ts')).shellCalls
      : (await import('../../contract/calls/screen.ts')).screenCalls;
    table = { ...more, ...table };
  }
  const known = table[id];
  if (known) return known;
  const { CALLS } = await import('../../contract/calls/index.ts');
  table = CALLS;
  return CALLS[id];
}
