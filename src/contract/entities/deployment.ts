import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { timeSchema } from './common.ts';

/** What a deployment does, in order: it waits for its turn, then three steps of the engine. */
export const DEPLOYMENT_PHASES = ['QUEUED', 'VALIDATING', 'STARTING', 'DRAINING'] as const;
export type DeploymentPhase = (typeof DEPLOYMENT_PHASES)[number];

/** How it ended; `PENDING` while it is under way. */
export const DEPLOYMENT_OUTCOMES = ['PENDING', 'DEPLOYED', 'ROLLED_BACK', 'FAILED', 'CANCELLED'] as const;
export type DeploymentOutcome = (typeof DEPLOYMENT_OUTCOMES)[number];

/** The latest deployment of a pipeline (R4-86). */
export const deploymentSchema = z.object({
  pipelineId: idSchema('pipeline'),
  graphVersion: z.int().check(z.minimum(1)),
  /** What ran when it was asked for, 0 when nothing did. */
  formerGraphVersion: z.int().check(z.minimum(0)),
  isForced: z.boolean(),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  /** When each phase began; the last one is the present one while the outcome is pending. */
  phases: z.array(z.object({ phase: z.enum(DEPLOYMENT_PHASES), startedAt: timeSchema })),
  outcome: z.enum(DEPLOYMENT_OUTCOMES),
  endedAt: timeSchema,
  /** Why it did not succeed, in the form of R8-30; empty text when it did. */
  reason: z.string(),
});
export type Deployment = z.infer<typeof deploymentSchema>;
