import * as z from 'zod/mini';
import { NODE_TYPES, PIPELINE_STATUSES } from '../enums.ts';
import { countSchema } from '../parameters.ts';

/** From quiet to bad. `notRunning` and `waiting` (nothing came yet) are no trouble. */
export const HEALTH_STATES = [
  'notRunning',
  'waiting',
  'healthy',
  'atRisk',
  'fallingBehind',
  'failing',
] as const;
export const healthStateSchema = z.enum(HEALTH_STATES);
export type HealthState = z.infer<typeof healthStateSchema>;

/** What needs somebody. */
export const TROUBLE_STATES: readonly HealthState[] = HEALTH_STATES.slice(
  HEALTH_STATES.indexOf('healthy') + 1,
);

/** True for what needs somebody. */
export const isTrouble = (state: HealthState): boolean => TROUBLE_STATES.includes(state);

/** The worst of several; `notRunning` when there is none. */
export const worstOf = (states: readonly HealthState[]): HealthState =>
  states.reduce<HealthState>(
    (worst, state) => (HEALTH_STATES.indexOf(state) > HEALTH_STATES.indexOf(worst) ? state : worst),
    'notRunning',
  );

/** What speaks against being healthy; the rules stand in src/docs/health.md. */
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
  /** A sentence without a full stop. */
  text: z.string(),
});
export type HealthReason = z.infer<typeof healthReasonSchema>;

/** What the engine measured; counts are of the last `windowSeconds`. Null is what does not apply, or is not known yet. */
export const healthFiguresSchema = z.object({
  windowSeconds: z.number(),
  eventsIn: countSchema,
  eventsOut: countSchema,
  /** Dropped although nothing asked for it, dead letters among them. */
  eventsLost: countSchema,
  errors: countSchema,
  warnings: countSchema,
  retries: countSchema,
  eventsBuffered: countSchema,
  /** Part of its buffer that is full, 0 to 1. */
  bufferShare: z.nullable(z.number()),
  /** How long the oldest event waits for a destination, beyond what it lets wait to write more at a time. */
  lagSeconds: z.nullable(z.number()),
  /** Part of the time: a transform processing, a destination writing, a source held back. 0 to 1. */
  utilisation: z.nullable(z.number()),
  /** 0 when nothing passed yet. */
  lastEventUnixTimeSeconds: z.number(),
});
export type HealthFigures = z.infer<typeof healthFiguresSchema>;

/** One node that runs, in one pipeline; a shared source or destination stands once for each. */
export const componentHealthSchema = z.object({
  pipelineId: z.string(),
  componentId: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  nodeType: z.enum(NODE_TYPES),
  templateName: z.string(),
  state: healthStateSchema,
  /** The worst first. */
  reasons: z.array(healthReasonSchema),
  figures: healthFiguresSchema,
});
export type ComponentHealth = z.infer<typeof componentHealthSchema>;

/** As healthy as its worst node. */
export const pipelineHealthSchema = z.object({
  pipelineId: z.string(),
  name: z.string(),
  status: z.enum(PIPELINE_STATUSES),
  state: healthStateSchema,
  /** The worst first; `componentId` and `nodeName` are empty for what concerns the whole pipeline. */
  reasons: z.array(z.object({ ...healthReasonSchema.shape, componentId: z.string(), nodeName: z.string() })),
});
export type PipelineHealth = z.infer<typeof pipelineHealthSchema>;
