import * as z from 'zod/mini';
import { countSchema } from '../parameters.ts';
import { timeSchema } from './common.ts';

/** Digits, without a fixed length. */
export const letterIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'must be the id of a dead letter'));

/** Where events were given up, and for which reason. */
const origin = {
  pipelineId: z.string(),
  /** Empty for a pipeline that was deleted, and for archives. */
  pipelineName: z.string(),
  componentId: z.string(),
  /** In the graph of its pipeline. */
  nodeId: z.string(),
  /** Empty for a node that was deleted. */
  nodeName: z.string(),
  nodeType: z.string(),
  errorName: z.string(),
};

/** An event that was given up, with the reason. */
export const deadLetterSchema = z.object({
  id: letterIdSchema,
  at: timeSchema,
  ...origin,
  message: z.string(),
  /** Of the event. */
  bytes: countSchema,
  /** Plain text; else a JSON object, or what should have been one. */
  isText: z.boolean(),
  event: z.string(),
  /** The event is longer than what is shown of it. */
  isCut: z.boolean(),
  /** Grows with each edit. */
  revision: z.int(),
  /** The empty time for never. */
  editedAt: timeSchema,
  isReplaying: z.boolean(),
  /** The engine ended during a replay: the event may have arrived. */
  isUncertain: z.boolean(),
  /** JSON text of what `@origin` reads, where it was known. */
  origin: z.optional(z.string()),
});
export type DeadLetterEntry = z.infer<typeof deadLetterSchema>;

/** Dead letters of a node for one reason. */
export const deadLetterGroupSchema = z.object({
  ...origin,
  count: countSchema,
  bytes: countSchema,
  oldestAt: timeSchema,
  newestAt: timeSchema,
});
export type DeadLetterGroupEntry = z.infer<typeof deadLetterGroupSchema>;
