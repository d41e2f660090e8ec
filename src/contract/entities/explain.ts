import * as z from 'zod/mini';
import { NOTIFICATION_SEVERITIES } from './notification.ts';

export const EXPLAIN_KINDS = [
  'deployment',
  'edit',
  'error',
  'pipeline',
  'source',
  'destination',
  'engine',
] as const;
export type ExplainKind = (typeof EXPLAIN_KINDS)[number];

export const explainEntrySchema = z.object({
  /** Unix seconds. */
  at: z.number(),
  kind: z.enum(EXPLAIN_KINDS),
  severity: z.enum(NOTIFICATION_SEVERITIES),
  /** No final period. */
  title: z.string(),
  detail: z.string(),
  by: z.string(),
  pipelineId: z.string(),
  pipelineName: z.string(),
  nodeId: z.string(),
  /** Version deployed from then on, or 0. */
  graphVersion: z.int(),
});
export type ExplainEntry = z.infer<typeof explainEntrySchema>;
