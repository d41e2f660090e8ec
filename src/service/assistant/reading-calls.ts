import { changesSomething } from '../../contract/calls/define.ts';
import { type CALLS, type CallId, type CallResponse, callDefinition } from '../../contract/calls/index.ts';
import type { CallAs, CallParts } from '../http/in-process.ts';

/** Calls of the table that change nothing, by their definition. */
type HarmlessCallId = {
  [K in CallId]: (typeof CALLS)[K] extends { method: 'GET' } | { changesNothing: true } ? K : never;
}[CallId];

/** They capture events for a while, to measure with; no pipeline, source or destination is touched. */
const CAPTURING = ['startCapture', 'stopCapture'] as const satisfies readonly CallId[];
/** Asked for a plan alone: without `dryRun` they store. */
const PLANNING = ['importPipelines', 'putPipelineDefinition'] as const satisfies readonly CallId[];

type PlanningCallId = (typeof PLANNING)[number];

export type ReadingCallId = HarmlessCallId | (typeof CAPTURING)[number] | PlanningCallId;

type PlanParts = CallParts & { query: { dryRun: true } };

/** Makes calls as a person, of those that change nothing. */
export type ReadAs = <K extends ReadingCallId>(
  id: K,
  ...parts: K extends PlanningCallId ? [PlanParts] : [CallParts?]
) => Promise<{ data: CallResponse<K>; etag: string }>;

const isOneOf = (ids: readonly CallId[], id: CallId): boolean => ids.includes(id);

/** Why the assistant may not make a call, or true. */
export function checkReading(id: CallId, { query }: CallParts): true | string {
  if (!changesSomething(callDefinition(id)) || isOneOf(CAPTURING, id)) return true;
  if (isOneOf(PLANNING, id) && query?.dryRun === true) return true;
  return `The assistant never makes the call ${id}: it changes something, which only a person may ask for`;
}

/**
 * The calls of a person, without those that change anything: what the assistant works with, whoever words its wishes.
 * @throws Error for another call, whatever its type said
 */
export const createReadAs = (callAs: CallAs): ReadAs =>
  async function read(id, ...parts) {
    const [own = {}] = parts as [CallParts?];
    const may = checkReading(id, own);
    if (may !== true) throw new Error(may);
    return callAs(id, own);
  };
