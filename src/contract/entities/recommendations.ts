import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';
import { FINDING_KINDS } from './insights.ts';

/** Pipelines whose events are captured at once, so that a look leaves room for captures of people. */
export const LOOK_PIPELINES_MAX = 20;
export const LOOK_EVENTS = 200;
export const LOOK_SECONDS_MAX = 10;

const placeSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipelineName: z.string(),
  /** The first parser, else the source: where its events were captured, or are to be. */
  componentId: z.string(),
  componentName: z.string(),
});
export type LookPlace = z.infer<typeof placeSchema>;

/** A finding of Data Insights, with what its step saved of captured events. */
export const recommendationSchema = z.object({
  ...placeSchema.shape,
  findingId: z.string(),
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  detail: z.string(),
  templateId: z.string(),
  /** Captured events that the step was run on, and their bytes without and with it. */
  eventCount: z.int(),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  capturedAt: timeSchema,
});
export type Recommendation = z.infer<typeof recommendationSchema>;

export const recommendationsSchema = z.object({
  /** The largest share first. */
  recommendations: z.array(recommendationSchema),
  runningCount: z.int(),
  /** Of the running ones, those whose events are known. */
  lookedAtCount: z.int(),
  /** Whose events are being captured, or wait to be analyzed. */
  pendingCount: z.int(),
  /** Those to look at next, at most `LOOK_PIPELINES_MAX`. */
  next: z.array(placeSchema),
});
export type Recommendations = z.infer<typeof recommendationsSchema>;
