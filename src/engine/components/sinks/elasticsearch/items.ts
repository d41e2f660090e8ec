import { z } from 'zod';
import { isRetryable } from '../../shared/outbound/request-sender.ts';
import type { ComponentProblem, LaterEvents, SinkReceipt } from '../../types.ts';
import type { Bulk } from './body.ts';

const item = z.object({
  status: z.number(),
  error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
});
export const bulkAnswer = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), item)).optional(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** `create` of an existing id: an earlier attempt arrived. */
const ALREADY_THERE = 409;

/** Not caused by the event, though the status is 400. */
const STATES_OF_INDEX = new Set(['index_closed_exception']);

const refusedBy = (type: string, reason: string): ComponentProblem => ({
  errorName: `Refused: ${type}`,
  message: `The index refused an event (${type}): ${reason}`,
  causes: [
    'A field does not have the type that the index mapping gives it',
    'The name of the index is not allowed',
  ],
  resolutions: [
    'Correct the field before the destination, or the mapping',
    'Look at the dead letters of the pipeline',
  ],
});

const notNow = (type: string, reason: string, count: number): ComponentProblem => ({
  errorName: 'NotTakenNow',
  message: `${count} events of a request were not accepted for now (${type}): ${reason}`,
  causes: [
    'The cluster is overloaded or a shard is missing',
    'The index is missing or closed, or may not be written',
  ],
  resolutions: ['These events are retried automatically', 'Look at the health of the cluster'],
});

export function readReceipt(answer: BulkAnswer, { events, sizes }: Bulk): SinkReceipt {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!answer.errors) return { bytes: total };
  let bytes = 0;
  const refused: { event: number; problem: ComponentProblem }[] = [];
  const waiting: number[] = [];
  let first = { type: '', reason: '' };
  events.forEach((event, i) => {
    const result = Object.values(answer.items?.[i] ?? {})[0];
    const status = result?.status ?? 503;
    const reason = result?.error?.reason ?? '';
    const type = result?.error?.type ?? `status ${status}`;
    if ((status >= 200 && status < 300) || status === ALREADY_THERE) bytes += sizes[i]!;
    else if (isRetryable(status) || STATES_OF_INDEX.has(type)) {
      if (waiting.length === 0) first = { type, reason };
      waiting.push(event);
    } else refused.push({ event, problem: refusedBy(type, reason) });
  });
  const later: LaterEvents | undefined =
    waiting.length > 0
      ? { events: waiting, problem: notNow(first.type, first.reason, waiting.length) }
      : undefined;
  return { bytes, refused, later };
}
