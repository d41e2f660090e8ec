import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** In order; QUEUED returns while it waits for others. */
export const DEPLOYMENT_PHASES = ['QUEUED', 'VALIDATING', 'STARTING', 'DRAINING'] as const;
export type DeploymentPhase = (typeof DEPLOYMENT_PHASES)[number];

export const DEPLOYMENT_OUTCOMES = ['PENDING', 'DEPLOYED', 'ROLLED_BACK', 'FAILED', 'CANCELLED'] as const;
export type DeploymentOutcome = (typeof DEPLOYMENT_OUTCOMES)[number];

export const deploymentSchema = z.object({
  pipelineId: idSchema('pipeline'),
  graphVersion: z.int().check(z.minimum(1)),
  formerGraphVersion: z.int().check(z.minimum(0)),
  isForced: z.boolean(),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  /** The last phase is current while the outcome is pending. */
  phases: z.array(z.object({ phase: z.enum(DEPLOYMENT_PHASES), startedAt: timeSchema })),
  outcome: z.enum(DEPLOYMENT_OUTCOMES),
  endedAt: timeSchema,
  /** JSON error text; empty on success. */
  reason: z.string(),
});
export type Deployment = z.infer<typeof deploymentSchema>;

/** Queued again behind other starts, without a deadline. */
export const waitsForOthers = ({ phases, outcome }: Deployment): boolean =>
  outcome === 'PENDING' && phases.length > 1 && phases.at(-1)?.phase === 'QUEUED';
