import * as z from 'zod/mini';
import {
  componentHealthSchema,
  healthSeriesSchema,
  healthStateSchema,
  pipelineHealthSchema,
} from '../entities/health.ts';
import { idSchema } from '../ids.ts';
import { rangeQuery, repeated, resolutionQuery } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

export const healthCalls = {
  listHealth: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/health',
    summary:
      'The health of the pipelines of a site and their nodes now: healthy, at risk, falling behind or failing, with the reasons; with states, only the pipelines in these, and their nodes.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      states: repeated(healthStateSchema),
    }),
    response: z.object({
      pipelines: z.array(pipelineHealthSchema),
      components: z.array(componentHealthSchema),
    }),
  }),
  getHealthSeries: defineCall({
    method: 'GET',
    path: '/v1/analytics/sites/{siteId}/time-series/health',
    summary:
      'Buffers, lag and latency of the destinations of a site over time, of every pipeline or of those named, or of one destination; CPU and memory of its engine.',
    access: reads('PIPELINES'),
    pathParameters: z.object({ siteId: idSchema('site') }),
    query: z.strictObject({
      pipelineIds: repeated(idSchema('pipeline')),
      componentId: z.optional(z.string()),
      ...rangeQuery,
      ...resolutionQuery,
    }),
    response: healthSeriesSchema,
  }),
};
