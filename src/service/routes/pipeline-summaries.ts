import type { CallResponse } from '../../contract/calls/index.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { groupComponents } from '../analytics/analytics.ts';
import { computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import { computePipelineVolume } from '../analytics/volume.ts';
import { toVolumeFields } from '../analytics/volume-fields.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import type { Services } from '../services.ts';
import { readRows } from './analytics-rows.ts';

type SummariesQuery = Parameters<typeof computeCoverage>[0] & {
  siteId: string;
  pipelineIds?: string[] | undefined;
  metricType: DataVolumeMetric;
  pods?: string[] | undefined;
};

/**
 * Totals of the named pipelines, else of those of the site that counted in the range. For calls and the live
 * channel.
 */
export async function readPipelineSummaries(
  services: Services,
  query: SummariesQuery,
  now: number,
): Promise<CallResponse<'getPipelineSummaries'>> {
  const coverage = computeCoverage(query, now, 'totals');
  const ofSite = await listPipelineIds(services, query.siteId);
  const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
  const { rows, types } = await readRows(services, coverage, query, { pipelineIds, byKind: true });
  const components = groupComponents(rows, types);
  const errorsOf = new Map<string, number>();
  if (!services.flags.includes('ignorePipelineErrors')) {
    for (const row of rows) errorsOf.set(row.pipeline_id, (errorsOf.get(row.pipeline_id) ?? 0) + row.errors);
  }
  const hasCounted = new Set(rows.map((row) => row.pipeline_id));
  // Uncounted Collector totals are unknown, not zero.
  const isCounted = query.pipelineIds && !services.collectorSites.has(query.siteId);
  const summarised = isCounted ? pipelineIds : pipelineIds.filter((id) => hasCounted.has(id));
  const waiting = Map.groupBy(
    await services.analytics.waitingAt(coverage, summarised, query.pods),
    (one) => one.pipelineId,
  );
  const entries = summarised.map((id) => {
    const own = components.get(id) ?? [];
    const volume = computePipelineVolume(own, query.metricType);
    const events = computePipelineVolume(own, 'EVENTS_COUNT');
    const fields = toVolumeFields(volume, events, waiting.get(id) ?? [], query.metricType);
    return [id, { ...fields, processingErrors: toCount(errorsOf.get(id) ?? 0) }] as const;
  });
  return { pipelineSummaries: Object.fromEntries(entries), coverage: toCoverageEntity(coverage) };
}
