import * as z from 'zod/mini';
import { AGENT_STATUSES } from '../entities/fleet.ts';
import { agentDetailSchema, agentSchema, agentSeriesSchema } from '../entities/fleet-agent.ts';
import { AGENT_VOLUME_METRICS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, rangeQuery, repeated, resolutionQuery } from '../parameters.ts';
import { defineCall, deletes, deploys, reads } from './define.ts';

const agentPath = z.strictObject({ agentId: idSchema('fleet') });

export const fleetAgentCalls = {
  listAgents: defineCall({
    method: 'GET',
    path: '/v1/agents',
    summary: 'Agents of fleets, with the status that includes their configuration.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      fleetIds: repeated(idSchema('fleet')),
      statuses: repeated(z.enum(AGENT_STATUSES)),
      /** `key=value` of what agents say about themselves; all must hold. */
      attributes: repeated(
        z.string().check(z.maxLength(1000), z.regex(/^[^=]+=[\s\S]+$/, 'must be written as key=value')),
      ),
      ...pageQuery('name'),
    }),
    response: z.object({ agents: z.array(agentSchema), pagination: paginationSchema }),
  }),
  getAgent: defineCall({
    method: 'GET',
    path: '/v1/agent/{agentId}',
    summary: 'One agent: what it says about itself, its health, the configuration it runs, and its history.',
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
    query: z.strictObject({
      metricType: z._default(z.enum(AGENT_VOLUME_METRICS), 'AGENT_EVENTS_COUNT'),
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: agentSeriesSchema,
  }),
  restartAgent: defineCall({
    method: 'POST',
    path: '/v1/agent/{agentId}/restart',
    summary: 'Tell an agent to end its Collector and to start it anew, with the configuration it has.',
    access: deploys('PIPELINES'),
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
