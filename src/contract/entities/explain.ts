import * as z from 'zod/mini';
import { NOTIFICATION_SEVERITIES } from './notification.ts';

/** What can change how a chart runs on. */
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

/** One thing that changed. */
export const explainEntrySchema = z.object({
  /** Unix seconds. */
  at: z.number(),
  kind: z.enum(EXPLAIN_KINDS),
  severity: z.enum(NOTIFICATION_SEVERITIES),
  /** A sentence without a full stop. */
  title: z.string(),
  /** Why, or what more there is to say; may be empty. */
  detail: z.string(),
  /** Who did it; empty for what happened by itself. */
  by: z.string(),
  /** Empty texts where it concerns none. */
  pipelineId: z.string(),
  pipelineName: z.string(),
  nodeId: z.string(),
  /** The version of the pipeline that was deployed from then on, 0 where none was. */
  graphVersion: z.int(),
});
export type ExplainEntry = z.infer<typeof explainEntrySchema>;
