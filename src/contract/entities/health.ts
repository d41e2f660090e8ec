import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';
import { coverageSchema, seriesSchema } from './analytics.ts';

/** Best to worst. `notRunning`, `starting` and `waiting` (no events yet) are normal. */
export const HEALTH_STATES = [
  'notRunning',
  'starting',
  'waiting',
  'healthy',
  'atRisk',
  'fallingBehind',
  'failing',
] as const;
export const healthStateSchema = z.enum(HEALTH_STATES);
export type HealthState = z.infer<typeof healthStateSchema>;

export const HEALTH_LABELS: Record<HealthState, string> = {
  healthy: 'Healthy',
  atRisk: 'At risk',
  fallingBehind: 'Falling behind',
  failing: 'Failing',
  waiting: 'No data yet',
  starting: 'Starting',
  notRunning: 'Not running',
};
export const HEALTH_UNKNOWN = 'Unknown';

export const TROUBLE_STATES: readonly HealthState[] = HEALTH_STATES.slice(
  HEALTH_STATES.indexOf('healthy') + 1,
);

export const isTrouble = (state: HealthState): boolean => TROUBLE_STATES.includes(state);

export const findWorst = (states: readonly HealthState[]): HealthState =>
  states.reduce<HealthState>(
    (worst, state) => (HEALTH_STATES.indexOf(state) > HEALTH_STATES.indexOf(worst) ? state : worst),
    'notRunning',
  );

/** src/docs/health.md */
export const HEALTH_RULES = [
  'delivery',
  'errors',
  'loss',
  'buffer',
  'lag',
  'utilisation',
  'heldBack',
  'silence',
  'pipeline',
  'engine',
] as const;

export const healthReasonSchema = z.object({
  rule: z.enum(HEALTH_RULES),
  state: healthStateSchema,
  /** No final period. */
  text: z.string(),
  /** When the remote engine was lost. */
  unknownSinceUnixTimeSeconds: z.optional(z.number()),
});
export type HealthReason = z.infer<typeof healthReasonSchema>;

/** Counts cover the last `windowSeconds`. Null when unknown or not applicable. */
export const healthFiguresSchema = z.object({
  windowSeconds: z.number(),
  eventsIn: countSchema,
  eventsOut: countSchema,
  /** Dropped unintentionally, including dead letters. */
  eventsLost: countSchema,
  errors: countSchema,
  warnings: z.nullable(countSchema),
  retries: z.nullable(countSchema),
  eventsBuffered: z.nullable(countSchema),
  /** Buffer fill, 0 to 1. */
  bufferShare: z.nullable(z.number()),
  /** Wait of the oldest event for a destination, beyond its batch timeout. */
  lagSeconds: z.nullable(z.number()),
  /** Share of time a transform processes, a destination writes or a source is held back; 0 to 1. */
  utilisation: z.nullable(z.number()),
  /** From arrival at a source to the destination's answer. */
  latencyP50Milliseconds: z.nullable(z.number()),
  latencyP99Milliseconds: z.nullable(z.number()),
  lastEventUnixTimeSeconds: z.number(),
});
export type HealthFigures = z.infer<typeof healthFiguresSchema>;

/** No point without data, as while the engine is away. */
export const healthSeriesSchema = z.object({
  /** Highest destination, 0 to 1. */
  bufferShareSeries: seriesSchema,
  /** Highest destination. */
  lagSecondsSeries: seriesSchema,
  latencyP50MillisecondsSeries: seriesSchema,
  latencyP99MillisecondsSeries: seriesSchema,
  /** Percent of one core, over the engine's processes. */
  engineCpuPercentSeries: seriesSchema,
  engineMemoryBytesSeries: seriesSchema,
  coverage: coverageSchema,
});
export type HealthSeries = z.infer<typeof healthSeriesSchema>;

/** A shared source or destination appears once per pipeline. */
export const componentHealthSchema = z.object({
  pipelineId: z.string(),
  componentId: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  nodeType: z.enum(NODE_TYPES),
  templateName: z.string(),
  state: healthStateSchema,
  reasons: z.array(healthReasonSchema),
  figures: healthFiguresSchema,
});
export type ComponentHealth = z.infer<typeof componentHealthSchema>;

export const pipelineHealthSchema = z.object({
  pipelineId: z.string(),
  name: z.string(),
  status: z.enum(PIPELINE_STATUSES),
  state: healthStateSchema,
  /** Worst first. `componentId` and `nodeName` are empty for the whole pipeline. */
  reasons: z.array(z.object({ ...healthReasonSchema.shape, componentId: z.string(), nodeName: z.string() })),
});
export type PipelineHealth = z.infer<typeof pipelineHealthSchema>;
