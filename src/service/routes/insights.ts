import { notFound } from '../domain/checks.ts';
import { requirePipeline } from '../domain/pipelines.ts';
import type { Handlers } from '../http/call-context.ts';
import { analyseApart } from '../insights/analyse-apart.ts';

export const insightHandlers = {
  getDataInsights: async ({ path, query, tx, services }) => {
    await requirePipeline(tx, path.pipelineId);
    const found = services.captures.find(query.captureId);
    if (found?.capture.pipelineId !== path.pipelineId) throw notFound('capture', query.captureId);
    return { insights: await analyseApart(found) };
  },
} satisfies Pick<Handlers, 'getDataInsights'>;
