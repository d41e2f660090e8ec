import * as z from 'zod/mini';
import { dataInsightsSchema } from '../entities/insights.ts';
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
};
