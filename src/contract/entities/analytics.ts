import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';

/** The queried range, widened to whole buckets of this many seconds. */
export const coverageSchema = z.object({
  startUnixTimeSeconds: z.int(),
  endUnixTimeSeconds: z.int(),
  resolutionSeconds: z.int(),
  /** How far it was counted: of a range that ends now, or while the engine is away. */
  countedUntilUnixTimeSeconds: z.optional(z.number()),
  /** Of a range that begins earlier: figures before this are kept no longer. */
  keptFromUnixTimeSeconds: z.optional(z.int()),
});

export const pointSchema = z.object({ unixTimeSeconds: z.int(), value: z.number() });
export type Point = z.infer<typeof pointSchema>;

export const seriesSchema = z.object({ timeSeriesTuple: z.array(pointSchema) });
export type Series = z.infer<typeof seriesSchema>;

/** Totals of each bucket in bytes or events, depending on the metric. */
export const threeSeriesSchema = z.object({
  inputDataSeries: seriesSchema,
  outputDataSeries: seriesSchema,
  /** Dropped by rule. */
  droppedDataSeries: seriesSchema,
  /** What waited at the end of each point. */
  waitingDataSeries: seriesSchema,
  deadLetterDataSeries: seriesSchema,
  lostDataSeries: seriesSchema,
  coverage: coverageSchema,
});
export type ThreeSeries = z.infer<typeof threeSeriesSchema>;

/** With the percentage saved; no point where it is unknown: nothing came in or nothing was delivered. */
export const flowSeriesSchema = z.extend(threeSeriesSchema, { percentDataOptimisedSeries: seriesSchema });
export type FlowSeries = z.infer<typeof flowSeriesSchema>;

/**
 * What came in and what became of it. The `…DataBytes` fields hold events when the metric is events; `eventsX`
 * are always events. How they are counted, and the formula of the percentage: src/docs/time-series.md.
 */
const volumeShape = {
  totalInputDataBytes: countSchema,
  totalOutputDataBytes: countSchema,
  /** Dropped by rule: whole events that transforms dropped. */
  totalDroppedDataBytes: countSchema,
  /** In flight or buffered at the end of the range. */
  totalWaitingDataBytes: countSchema,
  totalDeadLetterDataBytes: countSchema,
  /** Dropped by no rule: refused, or dropped by a full buffer. */
  totalLostDataBytes: countSchema,
  /** Dropped by rule or made smaller; below zero when it grew. */
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
  /** More than came in: a script made several of one, or read again after a kill. */
  eventsCreated: countSchema,
  /** Became part of another. */
  eventsMerged: countSchema,
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
  ...volumeShape,
  processingErrors: countSchema,
});
export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;

/** Site summaries omit pipelines that counted nothing in the range. */
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

/**
 * What came in, what destinations wrote, and what became of the rest. `waiting` is how much more waits than
 * before, and below zero when what waited before was delivered.
 */
export type Fates = {
  input: number;
  output: number;
  /** By rule. */
  dropped: number;
  waiting: number;
  deadLetters: number;
  lost: number;
};

/**
 * Dropped by rule or made smaller: what came in and neither went out, nor waits, nor was given up or lost.
 * Each destination's copy counts, so the result may be negative.
 */
export const computeOptimized = ({ input, output, waiting, deadLetters, lost }: Fates): number =>
  input - output - waiting - deadLetters - lost;

/** Null when unknown: nothing came in, or all that passed the rules was given up or lost. */
export function computePercentOptimized(fates: Fates): number | null {
  const { input, output, waiting, deadLetters, lost } = fates;
  if (output <= 0 && waiting <= 0 && deadLetters + lost > 0) return null;
  return percentOptimized(input, input - computeOptimized(fates));
}

/** Of totals: what waits more than before is what is left of the input. */
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
