import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';

/** The queried range, widened to whole buckets of this many seconds. */
export const coverageSchema = z.object({
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  resolutionSeconds: z.int(),
  /** Counted up to here, for ranges that end now or while the engine is away. */
  countedUntilUnixTimeSeconds: z.optional(z.number()),
  /** Earlier figures were deleted. */
  keptFromUnixTimeSeconds: z.optional(z.int()),
});

export const pointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });
export type Point = z.infer<typeof pointSchema>;

export const seriesSchema = z.object({ timeSeriesTuple: z.array(pointSchema) });
export type Series = z.infer<typeof seriesSchema>;

/** Per bucket, in bytes or events depending on the metric. */
export const threeSeriesSchema = z.object({
  inputDataSeries: seriesSchema,
  outputDataSeries: seriesSchema,
  droppedDataSeries: seriesSchema,
  waitingDataSeries: seriesSchema,
  deadLetterDataSeries: seriesSchema,
  lostDataSeries: seriesSchema,
  coverage: coverageSchema,
});
export type ThreeSeries = z.infer<typeof threeSeriesSchema>;

/** Percentage saved; no point when nothing came in or was delivered. */
export const flowSeriesSchema = z.extend(threeSeriesSchema, { percentDataOptimisedSeries: seriesSchema });
export type FlowSeries = z.infer<typeof flowSeriesSchema>;

/**
 * `…DataBytes` hold events when the metric is events; `eventsX` are always events. Counting rules and
 * formula: src/docs/time-series.md.
 */
const volumeShape = {
  totalInputDataBytes: countSchema,
  totalOutputDataBytes: countSchema,
  totalDroppedDataBytes: countSchema,
  /** In flight or buffered at the end of the range. */
  totalWaitingDataBytes: countSchema,
  totalDeadLetterDataBytes: countSchema,
  /** Refused, or dropped by a full buffer. */
  totalLostDataBytes: countSchema,
  /** Dropped or made smaller by rule; negative for growth. */
  optimizedDataBytes: z.number(),
  percentDataOptimized: z.nullable(z.number()),
  eventsIn: countSchema,
  eventsOut: countSchema,
  eventsDropped: countSchema,
  eventsWaiting: countSchema,
  eventsDeadLetter: countSchema,
  eventsLost: countSchema,
};

export const dataProcessedSchema = z.object({
  ...volumeShape,
  totalInputParsedDataBytes: countSchema,
  percentParsedDataOptimized: z.nullable(z.number()),
  /** Beyond those received: made by a script, or read again after a kill. */
  eventsCreated: countSchema,
  eventsMerged: countSchema,
  errors: countSchema,
});
export type DataProcessed = z.infer<typeof dataProcessedSchema>;

/** A shared source or sink appears once per pipeline. */
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
  ...volumeShape,
  processingErrors: countSchema,
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** Site summaries omit pipelines with these totals. */
export const NOTHING_COUNTED = {
  ...Object.fromEntries(Object.keys(pipelineSummarySchema.shape).map((name) => [name, '0'])),
  percentDataOptimized: null,
  optimizedDataBytes: 0,
} as PipelineSummary;

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
  /** JSON: title, possible causes, resolutions. */
  errorDesc: z.string(),
  count: countSchema,
  firstOccurrenceUnixTimeSeconds: z.number(),
  lastOccurrenceUnixTimeSeconds: z.number(),
  exampleEvent: z.string(),
  /** Sparse; empty without a resolution. */
  series: seriesSchema,
  isAcknowledged: z.boolean(),
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

/** 1 − output / input. Negative for growth; −2 to 0 counts as 0. Null without input. */
export function percentOptimized(input: number, output: number): number | null {
  if (input <= 0) return null;
  const percent = 100 * (1 - output / input);
  return percent >= -2 && percent <= 0 ? 0 : percent;
}

/**
 * Input, output and what became of the rest. `waiting` is the change of the backlog, negative when it shrank.
 */
export type Fates = {
  input: number;
  output: number;
  dropped: number;
  waiting: number;
  deadLetters: number;
  lost: number;
};

/**
 * Input that neither went out, waits, nor was given up or lost. Each destination's copy counts, so the result
 * may be negative.
 */
export const computeOptimized = ({ input, output, waiting, deadLetters, lost }: Fates): number =>
  input - output - waiting - deadLetters - lost;

/** Null when nothing came in, or all that passed the rules was given up or lost. */
export function computePercentOptimized(fates: Fates): number | null {
  const { input, output, waiting, deadLetters, lost } = fates;
  if (output <= 0 && waiting <= 0 && deadLetters + lost > 0) return null;
  return percentOptimized(input, input - computeOptimized(fates));
}

/** From totals; the remaining input waits. */
export const percentOfTotals = ({
  totalInputDataBytes: input,
  totalOutputDataBytes: output,
  totalDeadLetterDataBytes: deadLetters,
  totalLostDataBytes: lost,
  optimizedDataBytes,
}: Record<
  | 'totalInputDataBytes'
  | 'totalOutputDataBytes'
  | 'totalDeadLetterDataBytes'
  | 'totalLostDataBytes'
  | 'optimizedDataBytes',
  number
>): number | null => {
  const waiting = input - output - deadLetters - lost - optimizedDataBytes;
  return computePercentOptimized({ input, output, waiting, deadLetters, lost, dropped: 0 });
};
