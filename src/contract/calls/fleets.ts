import * as z from 'zod/mini';
import {
  fleetDetailSchema,
  fleetPatchSchema,
  fleetSchema,
  newFleetSchema,
  newFleetTokenSchema,
  rolloutChoiceSchema,
  rolloutDetailSchema,
  tokenRotationSchema,
} from '../entities/fleet.ts';
import { agentSeriesSchema } from '../entities/fleet-agent.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, deploys, reads, writes } from './define.ts';
import { volumeQuery } from './fleet-agents.ts';

const fleetPath = z.strictObject({ fleetId: idSchema('fleet') });
const rolloutPath = z.strictObject({ rolloutId: idSchema('fleet') });

/** Fleets of OpenTelemetry Collectors: src/docs/fleets.md. */
export const fleetCalls = {
  getFleetSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/fleets/{fleetId}/time-series',
    summary: 'What all agents of a fleet received, sent, refused and failed to send over time.',
    access: reads('PIPELINES'),
    pathParameters: fleetPath,
    query: volumeQuery,
    response: agentSeriesSchema,
  }),
  listFleets: defineCall({
    method: 'GET',
    path: '/v1/fleets',
    summary: 'Fleets with their agents by status, and the rollout under way.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteIds: repeated(idSchema('site')), ...pageQuery('updated_at') }),
    response: z.object({ fleets: z.array(fleetSchema), pagination: paginationSchema }),
  }),
  getFleet: defineCall({
    method: 'GET',
    path: '/v1/fleet/{fleetId}',
    summary: 'One fleet with its enrollment tokens, which are never shown again, and its newest rollouts.',
    access: reads('PIPELINES'),
    pathParameters: fleetPath,
    response: z.object({ fleet: fleetDetailSchema }),
  }),
  createFleet: defineCall({
    method: 'POST',
    path: '/v1/fleet',
    summary: 'Create a fleet. Agents join it with an enrollment token.',
    access: writes('PIPELINES'),
    body: z.strictObject({ fleet: newFleetSchema }),
    response: z.object({ id: idSchema('fleet') }),
    idempotent: true,
  }),
  updateFleet: defineCall({
    method: 'PATCH',
    path: '/v1/fleet',
    summary:
      'Change name, description or maintenance window of a fleet. Its configuration is changed by a rollout.',
    access: writes('PIPELINES'),
    body: z.strictObject({ fleet: fleetPatchSchema }),
    response: z.object({ fleet: fleetSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  deleteFleet: defineCall({
    method: 'DELETE',
    path: '/v1/fleet/{fleetId}',
    summary: 'Delete a fleet without connected agents, with its tokens and what is known of its agents.',
    access: deletes('PIPELINES'),
    pathParameters: fleetPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
  createFleetToken: defineCall({
    method: 'POST',
    path: '/v1/fleet/{fleetId}/token',
    summary: 'Create an enrollment token. It is shown once and stored as a hash.',
    access: writes('PIPELINES'),
    pathParameters: fleetPath,
    body: newFleetTokenSchema,
    response: z.object({ id: idSchema('fleet'), token: z.string() }),
  }),
  rotateFleetToken: defineCall({
    method: 'POST',
    path: '/v1/fleet-token/{tokenId}/rotate',
    summary:
      'Create an enrollment token like another one, which enrolls no agent after some time. Agents that it enrolled go on.',
    access: writes('PIPELINES'),
    pathParameters: z.strictObject({ tokenId: idSchema('fleet') }),
    body: tokenRotationSchema,
    response: z.object({ id: idSchema('fleet'), token: z.string() }),
  }),
  revokeFleetToken: defineCall({
    method: 'POST',
    path: '/v1/fleet-token/{tokenId}/revoke',
    summary: 'Revoke an enrollment token. Agents that enrolled with it are disconnected and refused.',
    access: writes('PIPELINES'),
    pathParameters: z.strictObject({ tokenId: idSchema('fleet') }),
    response: z.object({}),
  }),
  startRollout: defineCall({
    method: 'POST',
    path: '/v1/fleet/{fleetId}/rollout',
    summary:
      'Offer a version of a configuration to the agents of a fleet, at once or in steps. Too many errors roll it back.',
    access: deploys('PIPELINES'),
    pathParameters: fleetPath,
    body: z.strictObject({ rollout: rolloutChoiceSchema }),
    response: z.object({ id: idSchema('fleet') }),
    idempotent: true,
  }),
  getRollout: defineCall({
    method: 'GET',
    path: '/v1/rollout/{rolloutId}',
    summary: 'One rollout with what each agent made of it.',
    access: reads('PIPELINES'),
    pathParameters: rolloutPath,
    response: z.object({ rollout: rolloutDetailSchema }),
  }),
  startRolloutNow: defineCall({
    method: 'POST',
    path: '/v1/rollout/{rolloutId}/start-now',
    summary: 'Let a rollout go on that waits for the maintenance window; its later steps wait no more.',
    access: deploys('PIPELINES'),
    pathParameters: rolloutPath,
    response: z.object({}),
  }),
  pauseRollout: defineCall({
    method: 'POST',
    path: '/v1/rollout/{rolloutId}/pause',
    summary:
      'Hold a rollout before its next step. Agents that were offered the configuration still apply it, and too many errors still end it.',
    access: deploys('PIPELINES'),
    pathParameters: rolloutPath,
    response: z.object({}),
  }),
  resumeRollout: defineCall({
    method: 'POST',
    path: '/v1/rollout/{rolloutId}/resume',
    summary: 'Let a rollout that is paused go on with its next step, within the maintenance window.',
    access: deploys('PIPELINES'),
    pathParameters: rolloutPath,
    response: z.object({}),
  }),
  cancelRollout: defineCall({
    method: 'POST',
    path: '/v1/rollout/{rolloutId}/cancel',
    summary: 'End a rollout. Agents that were offered the configuration go back to the one before.',
    access: deploys('PIPELINES'),
    pathParameters: rolloutPath,
    response: z.object({}),
  }),
};
