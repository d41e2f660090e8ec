import { requireFlag } from '../features.ts';
import type { Handlers } from '../http/call-context.ts';
import { ANALYSE } from '../insights/jobs.ts';
import { listRecommendations } from '../insights/recommendations.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound } from '../require.ts';

export const insightHandlers = {
  getDataInsights: async ({ path, query, tx, services }) => {
    await requirePipeline(tx, path.pipelineId);
    const found = services.captures.find(query.captureId);
    if (found?.capture.pipelineId !== path.pipelineId) throw notFound('capture', query.captureId);
    const { events, isText } = found;
    return { insights: await services.apart.run(ANALYSE, { events, isText }) };
  },

  listRecommendations: ({ query, tx, services }) => {
    requireFlag(services, 'aiRecommendations', 'Recommendations are');
    return listRecommendations(services, tx, query.siteId);
  },
} satisfies Pick<Handlers, 'getDataInsights' | 'listRecommendations'>;
