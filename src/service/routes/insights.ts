import type { DataInsights } from '../../contract/entities/insights.ts';
import type { Job } from '../apart/pool.ts';
import type { Handlers } from '../http/call-context.ts';
import type { ToAnalyse } from '../insights/analyse.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound } from '../require.ts';

export const ANALYSE: Job<ToAnalyse, DataInsights> = {
  module: new URL('../insights/analyse.ts', import.meta.url),
  name: 'analyseCapture',
  limitMs: 30_000,
};

export const insightHandlers = {
  getDataInsights: async ({ path, query, tx, services }) => {
    await requirePipeline(tx, path.pipelineId);
    const found = services.captures.find(query.captureId);
    if (found?.capture.pipelineId !== path.pipelineId) throw notFound('capture', query.captureId);
    const { events, isText } = found;
    return { insights: await services.apart.run(ANALYSE, { events, isText }) };
  },
} satisfies Pick<Handlers, 'getDataInsights'>;
