import type { CallDefinition } from '../../contract/calls/define.ts';
import { firstCalls } from '../../contract/calls/first.ts';
import type { CallId } from '../../contract/calls/index.ts';

type Table = Readonly<Partial<Record<CallId, CallDefinition>>>;

let table: Table = firstCalls;

/** The line of a call that was made before, or that the first screen makes; the others are not loaded yet. */
export const knownCall = (id: CallId): CallDefinition | undefined => table[id];

/** The line of a call. @throws whatever keeps the code from being loaded. */
export async function loadCall(id: CallId): Promise<CallDefinition> {
  const known = table[id];
  if (known) return known;
  const { CALLS } = await import('../../contract/calls/index.ts');
  table = CALLS;
  return CALLS[id];
}
