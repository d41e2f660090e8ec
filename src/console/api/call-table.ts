import type { CallDefinition } from '../../contract/calls/define.ts';
import { firstCalls } from '../../contract/calls/first.ts';
import type { CallId } from '../../contract/calls/index.ts';

type Table = Readonly<Partial<Record<CallId, CallDefinition>>>;

let table: Table = firstCalls;

/** Calls already loaded or used by the first screen. */
export const findLoadedCall = (id: CallId): CallDefinition | undefined => table[id];

/** @throws when the chunk cannot be loaded. */
export async function loadCall(id: CallId): Promise<CallDefinition> {
  if (!table[id]) {
    const { screenCalls } = await import('../../contract/calls/screen.ts');
    table = { ...screenCalls, ...table };
  }
  const known = table[id];
  if (known) return known;
  const { CALLS } = await import('../../contract/calls/index.ts');
  table = CALLS;
  return CALLS[id];
}
