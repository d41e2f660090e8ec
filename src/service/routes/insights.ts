import type { DataInsights } from '../../contract/entities/insights.ts';
import type { Handlers } from '../http/call-context.ts';
import type { ToAnalyse } from '../insights/analyse.worker.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound } from '../require.ts';
import { runInWorker } from '../run-in-worker.ts';

const ANALYSE_URL = new URL('../insights/analyse.worker.ts', import.meta.url);
const ANALYSE_MAX_MS = 60_000;

export const insightHandlers = {
  getDataInsights: async ({ path, query, tx, services }) => {
    await requirePipeline(tx, path.pipelineId);
    const found = services.captures.find(query.captureId);
    if (found?.capture.pipelineId !== path.pipelineId) throw notFound('capture', query.captureId);
    const job: ToAnalyse = { events: found.events, isText: found.isText };
    const insights = await runInWorker<DataInsights>(ANALYSE_URL, job, ANALYSE_MAX_MS);
    if (!insights) throw new Error('analysing the captured events took too long');
    return { insights };
  },
} satisfies Pick<Handlers, 'getDataInsights'>;
