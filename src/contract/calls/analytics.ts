import * as z from 'zod/mini';
import { coverageSchema, pipelineSummarySchema } from '../entities/analytics.ts';
import { idSchema } from '../ids.ts';
import { countSchema, metricQuery, rangeQuery, repeated } from '../parameters.ts';
import { defineCall, reads } from './define.ts';

const siteQuery = { siteId: idSchema('site') };

export const analyticsCalls = {
  getPipelineSummaries: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/summary',
    summary: 'Optimization, errors and totals per pipeline.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      ...siteQuery,
      pipelineIds: repeated(idSchema('pipeline')),
      ...metricQuery,
      ...rangeQuery,
    }),
    response: z.object({
      pipelineSummaries: z.record(z.string(), pipelineSummarySchema),
      coverage: coverageSchema,
    }),
  }),
  countPipelineErrors: defineCall({
    method: 'GET',
    path: '/v1/analytics-service/pipelines/errors/count',
    summary: 'Number of errors by acknowledgement, in any letter case.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      ...siteQuery,
      acknowledgeState: z._default(
        z.pipe(
          z.pipe(
            z.string(),
            z.transform((text) => text.toUpperCase()),
          ),
          z.enum(['ACKNOWLEDGEMENT_ALL', 'ACKNOWLEDGED', 'UNACKNOWLEDGED']),
        ),
        'ACKNOWLEDGEMENT_ALL',
      ),
      ...rangeQuery,
    }),
    response: z.object({ count: countSchema }),
  }),
};
