import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { descriptionSchema, nameSchema, revisionSchema, timeSchema } from './common.ts';
import { labelsSchema } from './fleet-labels.ts';
import { maintenanceWindowSchema, shownWindowSchema } from './fleet-window.ts';

const STEPS_MAX = 20;
const LABEL_MAX_LENGTH = 300;
const LABEL = /^[^=\s]+=\S/;

type Step = number | string;

const isPercent = (step: Step): boolean =>
  typeof step !== 'number' || (Number.isInteger(step) && step >= 1 && step <= 100);
const isLabel = (step: Step): boolean =>
  typeof step !== 'string' || (LABEL.test(step) && step.length <= LABEL_MAX_LENGTH);

function doGrow(steps: readonly Step[]): boolean {
  const shares = steps.filter((step) => typeof step === 'number');
  return shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));
}

function areLabelsOnce(steps: readonly Step[]): boolean {
  const labels = steps.filter((step) => typeof step === 'string');
  return new Set(labels).size === labels.length;
}

/** Shares of the agents in percent, or labels of the next agents. */
const rolloutStepsSchema = z.array(z.union([z.number(), z.string()])).check(
  z.minLength(1, 'at least one step'),
  z.maxLength(STEPS_MAX, `at most ${STEPS_MAX} steps`),
  z.refine((steps) => steps.every(isPercent), 'a share must be a whole percentage from 1 to 100'),
  z.refine((steps) => steps.every(isLabel), 'a label must be written as key=value'),
  z.refine(doGrow, 'each share must be larger than the one before'),
  z.refine(areLabelsOnce, 'each label once'),
  z.refine((steps) => steps.at(-1) === 100, 'the last step must be 100, so that no agent is left out'),
);

/** Worst first; the first that fits applies. `HEALTHY` agents run their assigned configuration. */
export const AGENT_STATUSES = [
  'ERROR',
  'INCOMPATIBLE',
  'DISCONNECTED',
  'CONFIGURING',
  'UNMANAGED',
  'HEALTHY',
] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export const ROLLOUT_STATES = [
  'WAITING',
  'ROLLING_OUT',
  'ROLLING_BACK',
  'SUCCEEDED',
  'ROLLED_BACK',
  'STOPPED',
] as const;

/** `AWAY`: not connected when its step began; offered when it returns. */
export const ROLLOUT_OUTCOMES = ['WAITING', 'APPLIED', 'FAILED', 'AWAY', 'RESTORED'] as const;
export type RolloutOutcome = (typeof ROLLOUT_OUTCOMES)[number];

export const CONFIGURATION_MAX_LENGTH = 256_000;
export const ROLLOUT_STEPS_DEFAULT: readonly number[] = [100];
export const AGENT_SECONDS_DEFAULT = 120;
const TOKEN_MAX_SECONDS = 366 * 86_400;
export const TOKEN_DEFAULT_SECONDS = 30 * 86_400;

export const newFleetSchema = z.strictObject({
  siteId: idSchema('site'),
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  /** Its newest version is assigned; without one, agents keep theirs. */
  configurationId: z.optional(idSchema('fleet')),
  /** Without one, rollout steps begin at any time. */
  maintenanceWindow: z._default(z.nullable(maintenanceWindowSchema), null),
});

/** Omitted fields stay. Only rollouts change the configuration. */
export const fleetPatchSchema = z.strictObject({
  id: idSchema('fleet'),
  name: z.optional(nameSchema('Name')),
  description: z.optional(descriptionSchema),
  maintenanceWindow: z.optional(z.nullable(maintenanceWindowSchema)),
});

const assignedSchema = z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() });

export const rolloutChoiceSchema = z.strictObject({
  configurationId: idSchema('fleet'),
  version: z.optional(z.int().check(z.minimum(1))),
  /** Rising percentages and labels such as `environment=staging`; the last is 100. */
  steps: z._default(rolloutStepsSchema, [...ROLLOUT_STEPS_DEFAULT]),
  /** Share of failed agents, among those offered so far, that ends the rollout. */
  maxErrorPercent: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
  /** After this, an agent that has not applied it counts as failed. */
  agentSeconds: z._default(z.int().check(z.minimum(10), z.maximum(3600)), AGENT_SECONDS_DEFAULT),
});

const rolloutSummary = {
  id: idSchema('fleet'),
  fleetId: idSchema('fleet'),
  state: z.enum(ROLLOUT_STATES),
  configuration: assignedSchema,
  former: z.nullable(assignedSchema),
  steps: z.array(z.union([z.int(), z.string()])),
  /** From 0. */
  step: z.int(),
  maxErrorPercent: z.int(),
  agentSeconds: z.int(),
  /** No step begins until it is resumed. */
  isPaused: z.boolean(),
  ignoresWindow: z.boolean(),
  /** Opening of the awaited maintenance window, or the empty time. */
  goesOnAt: timeSchema,
  /** Agents by outcome; once ended, only those it was offered to. Agents of later steps are not counted. */
  agentCount: z.int(),
  outcomes: z.record(z.enum(ROLLOUT_OUTCOMES), z.int()),
  reason: z.string(),
  startedBy: z.string(),
  startedAt: timeSchema,
  endedAt: timeSchema,
};
export const rolloutSchema = z.object(rolloutSummary);
export type Rollout = z.infer<typeof rolloutSchema>;

export const rolloutDetailSchema = z.object({
  ...rolloutSummary,
  agents: z.array(
    z.object({
      id: idSchema('fleet'),
      name: z.string(),
      /** From 0. */
      step: z.int(),
      outcome: z.enum(ROLLOUT_OUTCOMES),
      problem: z.string(),
    }),
  ),
});

export const TOKEN_STATES = ['ACTIVE', 'USED_UP', 'EXPIRED', 'REVOKED'] as const;
const TOKEN_USES_MAX = 20_000;
/** A rotated token enrolls this much longer, so that ongoing installations succeed. */
export const ROTATION_DEFAULT_SECONDS = 86_400;

export const fleetTokenSchema = z.object({
  id: idSchema('fleet'),
  state: z.enum(TOKEN_STATES),
  createdBy: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  revokedAt: timeSchema,
  lastUsedAt: timeSchema,
  /** Enrolled, and allowed; 0 sets no limit. */
  uses: z.int(),
  usesMax: z.int(),
  agentCount: z.int(),
  labels: labelsSchema,
});

const fleetSummary = {
  id: idSchema('fleet'),
  siteId: idSchema('site'),
  name: z.string(),
  description: z.string(),
  configuration: z.nullable(assignedSchema),
  agentCount: z.int(),
  statuses: z.record(z.enum(AGENT_STATUSES), z.int()),
  maintenanceWindow: z.nullable(shownWindowSchema),
  rollout: z.nullable(rolloutSchema),
  /** Deployments of its site are its rollouts. */
  runsSite: z.optional(z.boolean()),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
};
export const fleetSchema = z.object(fleetSummary);
export type Fleet = z.infer<typeof fleetSchema>;

export const fleetDetailSchema = z.object({
  ...fleetSummary,
  tokens: z.array(fleetTokenSchema),
  rollouts: z.array(rolloutSchema),
});
export type FleetDetail = z.infer<typeof fleetDetailSchema>;

export const newFleetTokenSchema = z.strictObject({
  /** 0: never expires. Expiry stops new enrollments only. */
  seconds: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_MAX_SECONDS)), TOKEN_DEFAULT_SECONDS),
  labels: z._default(labelsSchema, {}),
  uses: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_USES_MAX)), 0),
});

export const tokenRotationSchema = z.strictObject({
  /** Until the former token stops enrolling; its agents stay. */
  seconds: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_MAX_SECONDS)), ROTATION_DEFAULT_SECONDS),
});
