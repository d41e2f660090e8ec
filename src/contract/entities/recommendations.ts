import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';
import { FINDING_KINDS } from './insights.ts';

/** Simultaneous captures, so that people's captures have room. */
export const LOOK_PIPELINES_MAX = 20;
export const LOOK_EVENTS = 200;
export const LOOK_SECONDS_MAX = 10;

const placeSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipelineName: z.string(),
  /** Capture point: the first parser, else the source. */
  componentId: z.string(),
  componentName: z.string(),
});
export type LookPlace = z.infer<typeof placeSchema>;

/** A finding of Data Insights, with its measured savings. */
export const recommendationSchema = z.object({
  ...placeSchema.shape,
  findingId: z.string(),
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  detail: z.string(),
  templateId: z.string(),
  /** Captured events, and their bytes without and with the step. */
  eventCount: z.int(),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  capturedAt: timeSchema,
});
export type Recommendation = z.infer<typeof recommendationSchema>;

export const recommendationsSchema = z.object({
  /** Largest share first. */
  recommendations: z.array(recommendationSchema),
  runningCount: z.int(),
  /** Running pipelines with known events. */
  lookedAtCount: z.int(),
  pendingCount: z.int(),
  next: z.array(placeSchema),
});
export type Recommendations = z.infer<typeof recommendationsSchema>;
