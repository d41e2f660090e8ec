import type { CallResponse } from '../../contract/calls/index.ts';
import { computeSaving } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { groupComponents, sumVolumes } from '../analytics/analytics.ts';
import { computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import { createVolume, sumDelivery } from '../analytics/volume.ts';
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
 * Totals per pipeline: of those named, else of those of the site that counted anything in the range. Asked for
 * by calls, and pushed over the live channel.
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
  const counts = sumVolumes(rows, types, 'EVENTS_COUNT');
  const errorsOf = new Map<string, number>();
  if (!services.flags.includes('ignorePipelineErrors')) {
    for (const row of rows) errorsOf.set(row.pipeline_id, (errorsOf.get(row.pipeline_id) ?? 0) + row.errors);
  }
  const hasCounted = new Set(rows.map((row) => row.pipeline_id));
  const summarised = query.pipelineIds ? pipelineIds : pipelineIds.filter((id) => hasCounted.has(id));
  const entries = summarised.map((id) => {
    const delivery = sumDelivery([components.get(id) ?? []], query.metricType);
    const events = counts.get(id) ?? createVolume();
    return [
      id,
      {
        percentDataOptimized: computeSaving(delivery)?.percent ?? null,
        processingErrors: toCount(errorsOf.get(id) ?? 0),
        totalInputDataBytes: toCount(delivery.input),
        totalOutputDataBytes: toCount(delivery.output),
        undeliveredDataBytes: delivery.undelivered,
        eventsIn: toCount(events.input),
        eventsOut: toCount(events.output),
        eventsDropped: toCount(events.dropped),
      },
    ] as const;
  });
  return { pipelineSummaries: Object.fromEntries(entries), coverage: toCoverageEntity(coverage) };
}
