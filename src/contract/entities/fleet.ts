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

/** Steps of a rollout: shares of the agents in percent, or labels of those that get it next. */
const rolloutStepsSchema = z.array(z.union([z.number(), z.string()])).check(
  z.minLength(1, 'at least one step'),
  z.maxLength(STEPS_MAX, `at most ${STEPS_MAX} steps`),
  z.refine((steps) => steps.every(isPercent), 'a share must be a whole percentage from 1 to 100'),
  z.refine((steps) => steps.every(isLabel), 'a label must be written as key=value'),
  z.refine(doGrow, 'each share must be larger than the one before'),
  z.refine(areLabelsOnce, 'each label once'),
  z.refine((steps) => steps.at(-1) === 100, 'the last step must be 100, so that no agent is left out'),
);

/**
 * Of an agent, worst first; an agent has the first that fits. Its configuration counts: an agent that runs well
 * with another configuration than its own is not `HEALTHY`.
 */
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

/** What an agent made of a rollout. `AWAY`: not connected when its step began; it is offered it when it returns. */
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
  /** Its newest version becomes that of the fleet; without one agents keep what they have. */
  configurationId: z.optional(idSchema('fleet')),
  /** Steps of rollouts begin at any time without one. */
  maintenanceWindow: z._default(z.nullable(maintenanceWindowSchema), null),
});

/** What is left out stays; a configuration is changed by a rollout. */
export const fleetPatchSchema = z.strictObject({
  id: idSchema('fleet'),
  name: z.optional(nameSchema('Name')),
  description: z.optional(descriptionSchema),
  maintenanceWindow: z.optional(z.nullable(maintenanceWindowSchema)),
});

const assignedSchema = z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() });

export const rolloutChoiceSchema = z.strictObject({
  configurationId: idSchema('fleet'),
  /** The newest when left out. */
  version: z.optional(z.int().check(z.minimum(1))),
  /** Shares in percent, each larger than the one before, and labels such as `environment=staging`; the last is 100. */
  steps: z._default(rolloutStepsSchema, [...ROLLOUT_STEPS_DEFAULT]),
  /** More agents with an error than this share of those offered so far end the rollout. */
  maxErrorPercent: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
  /** An agent that has not applied it by then counts as failed. */
  agentSeconds: z._default(z.int().check(z.minimum(10), z.maximum(3600)), AGENT_SECONDS_DEFAULT),
});

const rolloutSummary = {
  id: idSchema('fleet'),
  fleetId: idSchema('fleet'),
  state: z.enum(ROLLOUT_STATES),
  configuration: assignedSchema,
  /** What the fleet had before. */
  former: z.nullable(assignedSchema),
  steps: z.array(z.union([z.int(), z.string()])),
  /** From 0. */
  step: z.int(),
  maxErrorPercent: z.int(),
  agentSeconds: z.int(),
  /** No further step begins until it is resumed. */
  isPaused: z.boolean(),
  /** Its steps begin outside of the maintenance window too. */
  ignoresWindow: z.boolean(),
  /** When the maintenance window opens for which it waits; the empty time while it waits for none. */
  goesOnAt: timeSchema,
  /**
   * Agents of the fleet by what they made of the rollout; once it has ended, only those it was offered to. Agents of
   * later steps are in none.
   */
  agentCount: z.int(),
  outcomes: z.record(z.enum(ROLLOUT_OUTCOMES), z.int()),
  /** Why it was ended early, or empty. */
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
      /** In which it was offered, from 0. */
      step: z.int(),
      outcome: z.enum(ROLLOUT_OUTCOMES),
      problem: z.string(),
    }),
  ),
});

export const TOKEN_STATES = ['ACTIVE', 'USED_UP', 'EXPIRED', 'REVOKED'] as const;
const TOKEN_USES_MAX = 20_000;
/** A token that was rotated enrolls for so long, so that what is being installed still can. */
export const ROTATION_DEFAULT_SECONDS = 86_400;

export const fleetTokenSchema = z.object({
  id: idSchema('fleet'),
  state: z.enum(TOKEN_STATES),
  createdBy: z.string(),
  createdAt: timeSchema,
  /** The empty time when it never expires. */
  expiresAt: timeSchema,
  revokedAt: timeSchema,
  lastUsedAt: timeSchema,
  /** How many agents it has enrolled, and may enroll; 0 sets no limit. */
  uses: z.int(),
  usesMax: z.int(),
  /** Agents that enrolled with it and are still there. */
  agentCount: z.int(),
  /** Those that enroll with it get them. */
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
  /** The one under way. */
  rollout: z.nullable(rolloutSchema),
  /** It runs the pipelines of its site, whose deployments are its rollouts. */
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
  /** The newest ones, newest first. */
  rollouts: z.array(rolloutSchema),
});
export type FleetDetail = z.infer<typeof fleetDetailSchema>;

export const newFleetTokenSchema = z.strictObject({
  /** 0: it never expires. After that time it enrolls no new agent; those it enrolled go on. */
  seconds: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_MAX_SECONDS)), TOKEN_DEFAULT_SECONDS),
  /** Agents that enroll with it get them. */
  labels: z._default(labelsSchema, {}),
  /** How many agents it may enroll; 0 sets no limit. */
  uses: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_USES_MAX)), 0),
});

export const tokenRotationSchema = z.strictObject({
  /** The former one enrolls no agent after that time; those it enrolled go on. */
  seconds: z._default(z.int().check(z.minimum(0), z.maximum(TOKEN_MAX_SECONDS)), ROTATION_DEFAULT_SECONDS),
});
