import { changesSomething } from '../../contract/calls/define.ts';
import { type CALLS, type CallId, type CallResponse, callDefinition } from '../../contract/calls/index.ts';
import type { CallAs, CallParts } from '../http/in-process.ts';

type HarmlessCallId = {
  [K in CallId]: (typeof CALLS)[K] extends { method: 'GET' } | { changesNothing: true } ? K : never;
}[CallId];

/** Captures for measurements; pipelines, sources and destinations stay untouched. */
const CAPTURING = ['startCapture', 'stopCapture'] as const satisfies readonly CallId[];
/** Plans only: without `dryRun` they store. */
const PLANNING = ['importPipelines', 'putPipelineDefinition'] as const satisfies readonly CallId[];

type PlanningCallId = (typeof PLANNING)[number];

export type ReadingCallId = HarmlessCallId | (typeof CAPTURING)[number] | PlanningCallId;

type PlanParts = CallParts & { query: { dryRun: true } };

export type ReadAs = <K extends ReadingCallId>(
  id: K,
  ...parts: K extends PlanningCallId ? [PlanParts] : [CallParts?]
) => Promise<{ data: CallResponse<K>; etag: string }>;

const isOneOf = (ids: readonly CallId[], id: CallId): boolean => ids.includes(id);

/** True, or why the assistant may not make the call. */
export function checkReading(id: CallId, { query }: CallParts): true | string {
  if (!changesSomething(callDefinition(id)) || isOneOf(CAPTURING, id)) return true;
  if (isOneOf(PLANNING, id) && query?.dryRun === true) return true;
  return `The assistant never makes the call ${id}: it changes something, which only a person may ask for`;
}

/**
 * Restricts a person's calls to harmless ones, whoever words the request.
 * @throws Error for any other call, whatever its type
 */
export const createReadAs = (callAs: CallAs): ReadAs =>
  async function read(id, ...parts) {
    const [own = {}] = parts as [CallParts?];
    const may = checkReading(id, own);
    if (may !== true) throw new Error(may);
    return callAs(id, own);
  };
