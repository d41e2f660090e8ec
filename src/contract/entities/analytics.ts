import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';

/** The queried range, widened to whole buckets of this many seconds. */
export const coverageSchema = z.object({
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  resolutionSeconds: z.int(),
});

export const pointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });
export type Point = z.infer<typeof pointSchema>;

export const seriesSchema = z.object({ timeSeriesTuple: z.array(pointSchema) });
export type Series = z.infer<typeof seriesSchema>;

/** Totals of each bucket in bytes or events, depending on the metric. */
export const threeSeriesSchema = z.object({
  inputDataSeries: seriesSchema,
  outputDataSeries: seriesSchema,
  droppedDataSeries: seriesSchema,
  coverage: coverageSchema,
});
export type ThreeSeries = z.infer<typeof threeSeriesSchema>;

/** With the percentage saved; no point where it is unknown: nothing came in or nothing was delivered. */
export const flowSeriesSchema = z.extend(threeSeriesSchema, { percentDataOptimisedSeries: seriesSchema });
export type FlowSeries = z.infer<typeof flowSeriesSchema>;

/** The `…Bytes` fields hold events when the metric is events. `eventsX` are always events. */
export const dataProcessedSchema = z.object({
  totalInputDataBytes: countSchema,
  totalOutputDataBytes: countSchema,
  totalDroppedDataBytes: countSchema,
  percentDataOptimized: z.nullable(z.number()),
  totalInputParsedDataBytes: countSchema,
  percentParsedDataOptimized: z.nullable(z.number()),
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
  errors: countSchema,
});
export type DataProcessed = z.infer<typeof dataProcessedSchema>;

/** A source or sink shared by pipelines appears once per pipeline. */
export const siteComponentSchema = z.object({
  componentId: z.string(),
  nodeType: z.enum(NODE_TYPES),
  name: z.string(),
  templateId: z.string(),
  pipelineId: z.string(),
  pipelineName: z.string(),
  pipelineStatus: z.enum(PIPELINE_STATUSES),
  dataProcessed: dataProcessedSchema,
});
export type SiteComponent = z.infer<typeof siteComponentSchema>;

export const pipelineSummarySchema = z.object({
  percentDataOptimized: z.nullable(z.number()),
  processingErrors: countSchema,
  totalInputDataBytes: countSchema,
  totalOutputDataBytes: countSchema,
  /** Reached the destinations but was not written; negative when they wrote data from before the range. */
  undeliveredDataBytes: z.number(),
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** Site summaries omit pipelines that counted nothing in the range. */
export const NOTHING_COUNTED: PipelineSummary = {
  percentDataOptimized: null,
  processingErrors: '0',
  totalInputDataBytes: '0',
  totalOutputDataBytes: '0',
  undeliveredDataBytes: 0,
  eventsIn: '0',
  eventsOut: '0',
  eventsDropped: '0',
};

export const errorEntrySchema = z.object({
  id: z.string(),
  nodeId: z.string(),
  componentId: z.string(),
  pipelineId: z.string(),
  templateName: z.string(),
  nodeName: z.string(),
  nodeType: z.enum(NODE_TYPES),
  errorName: z.string(),
  errorLevel: z.string(),
  /** An error text as JSON: title, possible causes, resolutions. */
  errorDesc: z.string(),
  count: countSchema,
  firstOccurrenceUnixTimeSeconds: z.number(),
  lastOccurrenceUnixTimeSeconds: z.number(),
  exampleEvent: z.string(),
  /** Occurrences over time, sparse; empty without a resolution. */
  series: seriesSchema,
  isAcknowledged: z.boolean(),
  /** Name of the acknowledging user, or empty. */
  acknowledgedBy: z.string(),
  acknowledgedUnixTimeSeconds: z.number(),
});
export type ErrorEntry = z.infer<typeof errorEntrySchema>;

export const pipelineErrorsSchema = z.object({
  errorDetails: z.array(errorEntrySchema),
  unacknowledgedErrors: countSchema,
  unacknowledgedWarnings: countSchema,
});
export type PipelineErrors = z.infer<typeof pipelineErrorsSchema>;

/** Percentage saved: 1 − output / input. Negative for growth; −2 to 0 counts as 0. Null without input. */
export function percentOptimized(input: number, output: number): number | null {
  if (input <= 0) return null;
  const percent = 100 * (1 - output / input);
  return percent >= -2 && percent <= 0 ? 0 : percent;
}

/** Input, total written by destinations, and what reached them unwritten. */
export type Delivery = { input: number; output: number; undelivered: number };

/** `percent` is of the input. */
export type Saving = { saved: number; percent: number };

/**
 * Input minus what destinations wrote and what still waits for them. Each destination's copy counts, so the
 * result may be negative. Null when unknown: no input, or nothing of a backlog was delivered.
 */
export function computeSaving({ input, output, undelivered }: Delivery): Saving | null {
  if (output <= 0 && undelivered > 0) return null;
  const percent = percentOptimized(input, output + undelivered);
  if (percent === null) return null;
  return { saved: percent === 0 ? 0 : input - output - undelivered, percent };
}
