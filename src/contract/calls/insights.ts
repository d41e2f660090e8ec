import * as z from 'zod/mini';
import { dataInsightsSchema } from '../entities/insights.ts';
import { recommendationsSchema } from '../entities/recommendations.ts';
import { idSchema } from '../ids.ts';
import { defineCall } from './define.ts';

export const insightCalls = {
  getDataInsights: defineCall({
    method: 'GET',
    path: '/v1/analytics/pipelines/{pipelineId}/data-insights',
    summary:
      'What the events of a capture are made of: fields, patterns of messages, and findings with the change that saves volume.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
    pathParameters: z.object({ pipelineId: idSchema('pipeline') }),
    query: z.strictObject({ captureId: idSchema('capture') }),
    response: z.object({ insights: dataInsightsSchema }),
  }),
  listRecommendations: defineCall({
    method: 'GET',
    path: '/v1/analytics/recommendations',
    summary:
      'Findings of Data Insights in the events that were captured at running pipelines of a site, each with what its step saved of them, and the pipelines to capture events of next. Captures nothing itself.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
    query: z.strictObject({ siteId: idSchema('site') }),
    response: recommendationsSchema,
  }),
};
