import * as z from 'zod/mini';
import { countSchema } from '../parameters.ts';
import { timeSchema } from './common.ts';

/** Digits of any length. */
export const letterIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'must be the id of a dead letter'));

const origin = {
  pipelineId: z.string(),
  /** Empty for deleted pipelines and archives. */
  pipelineName: z.string(),
  componentId: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  nodeType: z.string(),
  errorName: z.string(),
};

export const deadLetterSchema = z.object({
  id: letterIdSchema,
  at: timeSchema,
  ...origin,
  message: z.string(),
  bytes: countSchema,
  /** Plain text; else JSON, possibly broken. */
  isText: z.boolean(),
  event: z.string(),
  isCut: z.boolean(),
  revision: z.int(),
  editedAt: timeSchema,
  isReplaying: z.boolean(),
  /** The engine ended during a replay: the event may have arrived. */
  isUncertain: z.boolean(),
  /** JSON text of `@origin`, where known. */
  origin: z.optional(z.string()),
});
export type DeadLetterEntry = z.infer<typeof deadLetterSchema>;

export const deadLetterGroupSchema = z.object({
  ...origin,
  count: countSchema,
  bytes: countSchema,
  oldestAt: timeSchema,
  newestAt: timeSchema,
});
export type DeadLetterGroupEntry = z.infer<typeof deadLetterGroupSchema>;
