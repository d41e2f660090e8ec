import * as z from 'zod/mini';
import { AGENT_STATUSES } from '../entities/fleet.ts';
import {
  agentDetailSchema,
  agentMapSchema,
  agentMoveSchema,
  agentSchema,
  agentSeriesSchema,
  labelChangeSchema,
} from '../entities/fleet-agent.ts';
import { AGENT_VOLUME_METRICS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, rangeQuery, repeated, resolutionQuery } from '../parameters.ts';
import { defineCall, deletes, deploys, reads, writes } from './define.ts';

const agentPath = z.strictObject({ agentId: idSchema('fleet') });

export const volumeQuery = z.strictObject({
  metricType: z._default(z.enum(AGENT_VOLUME_METRICS), 'AGENT_EVENTS_COUNT'),
  ...rangeQuery,
  ...resolutionQuery,
});

const SEARCH_MAX_LENGTH = 1000;

const pairSchema = z
  .string()
  .check(z.maxLength(1000), z.regex(/^[^=]+=[\s\S]+$/, 'must be written as key=value'));

const choiceQuery = {
  siteIds: repeated(idSchema('site')),
  fleetIds: repeated(idSchema('fleet')),
  statuses: repeated(z.enum(AGENT_STATUSES)),
  /** `key=value` of labels, else of reported attributes; all must hold. */
  attributes: repeated(pairSchema),
  withoutAttributes: repeated(pairSchema),
  search: z.optional(z.string().check(z.maxLength(SEARCH_MAX_LENGTH))),
};

export const fleetAgentCalls = {
  listAgents: defineCall({
    method: 'GET',
    path: '/v1/agents',
    summary: 'Agents of fleets, with the status that includes their configuration.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      ...choiceQuery,
      agentIds: repeated(idSchema('fleet')),
      /** By status: worst first, then by name. */
      ...pageQuery('name', 'status'),
    }),
    response: z.object({ agents: z.array(agentSchema), pagination: paginationSchema }),
  }),
  mapAgents: defineCall({
    method: 'GET',
    path: '/v1/agents/map',
    summary: 'Id, name and status of all agents of fleets, at most 20,000, in the order of fleet and host.',
    access: reads('PIPELINES'),
    query: z.strictObject(choiceQuery),
    response: agentMapSchema,
  }),
  getAgent: defineCall({
    method: 'GET',
    path: '/v1/agent/{agentId}',
    summary:
      'One agent: what it says about itself, its health, what its Collector takes of processor and memory, the configuration it runs, and its history.',
    access: reads('PIPELINES'),
    pathParameters: agentPath,
    response: z.object({ agent: agentDetailSchema }),
  }),
  getAgentSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/agents/{agentId}/time-series',
    summary:
      'What an agent received, sent, refused and failed to send over time, as its components count it.',
    access: reads('PIPELINES'),
    pathParameters: agentPath,
    query: volumeQuery,
    response: agentSeriesSchema,
  }),
  labelAgents: defineCall({
    method: 'POST',
    path: '/v1/agents/labels',
    summary: 'Set labels of agents, and take others away. Labels that are not named stay.',
    access: writes('PIPELINES'),
    body: labelChangeSchema,
    response: z.object({}),
  }),
  moveAgents: defineCall({
    method: 'POST',
    path: '/v1/agents/move',
    summary: 'Move agents to another fleet of the site, whose configuration they get at once.',
    access: deploys('PIPELINES'),
    body: agentMoveSchema,
    response: z.object({}),
  }),
  restartAgent: defineCall({
    method: 'POST',
    path: '/v1/agent/{agentId}/restart',
    summary: 'Tell an agent to end its Collector and to start it anew, with the configuration it has.',
    access: deploys('PIPELINES'),
    pathParameters: agentPath,
    response: z.object({}),
  }),
  retryAgent: defineCall({
    method: 'POST',
    path: '/v1/agent/{agentId}/retry',
    summary:
      'Offer an agent once more what it is to run and has not applied. A rollout under way waits for it anew.',
    access: deploys('PIPELINES'),
    pathParameters: agentPath,
    response: z.object({}),
  }),
  rotateAgentCredential: defineCall({
    method: 'POST',
    path: '/v1/agent/{agentId}/rotate-credential',
    summary:
      'Offer an agent a new credential of its own with its next message. The former one ends when the new one is used.',
    access: writes('PIPELINES'),
    pathParameters: agentPath,
    response: z.object({}),
  }),
  deleteAgent: defineCall({
    method: 'DELETE',
    path: '/v1/agent/{agentId}',
    summary: 'Forget an agent that is not connected. It comes back when it connects again.',
    access: deletes('PIPELINES'),
    pathParameters: agentPath,
    response: z.object({}),
  }),
};
