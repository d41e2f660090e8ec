import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';

/** What really covers a query: whole buckets of that many seconds. */
export const coverageSchema = z.object({
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  resolutionSeconds: z.int(),
});

export const pointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });
export type Point = z.infer<typeof pointSchema>;

export const seriesSchema = z.object({ timeSeriesTuple: z.array(pointSchema) });
export type Series = z.infer<typeof seriesSchema>;

/** R3-50. Values are totals of each bucket, in bytes or events by the metric asked for. */
export const threeSeriesSchema = z.object({
  inputDataSeries: seriesSchema,
  outputDataSeries: seriesSchema,
  droppedDataSeries: seriesSchema,
  coverage: coverageSchema,
});
export type ThreeSeries = z.infer<typeof threeSeriesSchema>;

/** With the share saved, in percent; no point where it is not known: nothing came in, or nothing was delivered. */
export const flowSeriesSchema = z.extend(threeSeriesSchema, { percentDataOptimisedSeries: seriesSchema });
export type FlowSeries = z.infer<typeof flowSeriesSchema>;

/** R3-48, R3-49; the `…Bytes` fields hold events when the metric is events. `eventsX` are always events. */
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

/** One component of one pipeline with its totals; a source or sink shared by pipelines stands once for each. */
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

/** R3-53, with the totals the figures come from: `savingOf` them is the share saved. */
export const pipelineSummarySchema = z.object({
  percentDataOptimized: z.nullable(z.number()),
  processingErrors: countSchema,
  totalInputDataBytes: countSchema,
  totalOutputDataBytes: countSchema,
  /** What reached the destinations and they did not write; below 0 when they wrote what came before the range. */
  undeliveredDataBytes: z.number(),
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** Of a pipeline that counted nothing in a time range: the summaries of a site leave it out. */
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

/** R3-54; errors are grouped by component and error, with first and last occurrence and an example. */
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
  /** In the form of R8-30: title, possible causes, resolutions. */
  errorDesc: z.string(),
  count: countSchema,
  firstOccurrenceUnixTimeSeconds: z.number(),
  lastOccurrenceUnixTimeSeconds: z.number(),
  exampleEvent: z.string(),
  /** Occurrences over time, sparse; empty unless a resolution is asked for. */
  series: seriesSchema,
  isAcknowledged: z.boolean(),
  /** Name of who acknowledged it, else empty. */
  acknowledgedBy: z.string(),
  /** 0 while nobody did. */
  acknowledgedUnixTimeSeconds: z.number(),
});
export type ErrorEntry = z.infer<typeof errorEntrySchema>;

/** R3-56; the counts are of occurrences in the range. */
export const pipelineErrorsSchema = z.object({
  errorDetails: z.array(errorEntrySchema),
  unacknowledgedErrors: countSchema,
  unacknowledgedWarnings: countSchema,
});
export type PipelineErrors = z.infer<typeof pipelineErrorsSchema>;

/**
 * Share saved, in percent: 1 − output / input. Growth is negative. Null when nothing came in.
 * −2 to 0 counts as 0 (R5-57, R5-58).
 */
export function percentOptimized(input: number, output: number): number | null {
  if (input <= 0) return null;
  const percent = 100 * (1 - output / input);
  return percent >= -2 && percent <= 0 ? 0 : percent;
}

/** What came in, what destinations wrote of it together, and what reached them and they did not write. */
export type Delivery = { input: number; output: number; undelivered: number };

/** In the unit of the delivery, and as a share of the input in percent. */
export type Saving = { saved: number; percent: number };

/**
 * What was saved: the input less what destinations wrote and less what they have yet to write. What several
 * destinations get counts once for each, so that copies are growth, below zero. Null when it is not known:
 * nothing came in, or nothing was delivered of what is to be.
 */
export function savingOf({ input, output, undelivered }: Delivery): Saving | null {
  if (output <= 0 && undelivered > 0) return null;
  const percent = percentOptimized(input, output + undelivered);
  if (percent === null) return null;
  return { saved: percent === 0 ? 0 : input - output - undelivered, percent };
}
