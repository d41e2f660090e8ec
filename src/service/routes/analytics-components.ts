import { type DataProcessed, percentOptimized } from '../../contract/entities/analytics.ts';
import { type DataVolumeMetric, PIPELINE_STATUSES, type PipelineStatus } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { sumComponents } from '../analytics/analytics.ts';
import { computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import { computeComponentVolume } from '../analytics/volume.ts';
import type { Handler } from '../http/call-context.ts';
import { requireSite } from '../require.ts';
import type { CounterColumns } from '../store/schema.ts';
import { readRows } from './analytics-rows.ts';

export function dataProcessed(figures: CounterColumns, metric: DataVolumeMetric): DataProcessed {
  const { input, output, dropped } = computeComponentVolume(figures, metric);
  const parsed = metric === 'RAW_BYTES' ? figures.bytes_in : input;
  return {
    totalInputDataBytes: toCount(input),
    totalOutputDataBytes: toCount(output),
    totalDroppedDataBytes: toCount(dropped),
    percentDataOptimized: percentOptimized(input, output),
    totalInputParsedDataBytes: toCount(parsed),
    percentParsedDataOptimized: percentOptimized(parsed, output),
    eventsIn: toCount(figures.events_in),
    eventsOut: toCount(figures.events_out),
    eventsDropped: toCount(figures.events_dropped),
    errors: toCount(figures.errors),
  };
}

/** Includes deleted pipelines: their volume belongs to the site. */
export const getSiteComponentsDataProcessed: Handler<'getSiteComponentsDataProcessed'> = async ({
  path,
  query,
  services,
  now,
  tx,
}) => {
  await requireSite(tx, path.siteId);
  const coverage = computeCoverage(query, now, 'totals');
  const { rows: pipelines } = await tx.pipelines.list({
    siteIds: [path.siteId],
    ids: query.pipelineIds,
    statuses: [...PIPELINE_STATUSES],
  });
  const archived = query.pipelineIds ? [] : await tx.nodes.archived();
  const archives = archived
    .filter((source) => source.site_id === path.siteId)
    .map(({ archive_id: id, name }) => ({
      id,
      name: `Archive of ${name}`,
      status: 'DEPLOYED',
      isArchive: true,
    }));
  const flows = [...pipelines.map((one) => ({ ...one, isArchive: false })), ...archives];
  const { rows, types } = await readRows(services, coverage, query, {
    pipelineIds: flows.map(({ id }) => id),
  });
  const ids = [...new Set(rows.map((row) => row.component_id))];
  const [connections, transforms] = await Promise.all([
    tx.nodes.findMany(ids.filter((id) => types.get(id) !== 'TRANSFORM')),
    tx.transforms.findNewestOf(ids.filter((id) => types.get(id) === 'TRANSFORM')),
  ]);
  const named = new Map<string, { name: string; template_id: string }>();
  for (const row of connections) named.set(row.id, row);
  for (const row of transforms) named.set(row.lineage_id, row);
  const byPipeline = Map.groupBy(rows, (row) => row.pipeline_id);
  const components = flows.flatMap((pipeline) =>
    [...sumComponents(byPipeline.get(pipeline.id) ?? [], types)]
      // Only the destination of an archive counts: its source received the events for a pipeline.
      .filter(([, { nodeType }]) => !pipeline.isArchive || nodeType === 'SINK')
      .map(([componentId, { nodeType, figures }]) => ({
        componentId,
        nodeType,
        name: named.get(componentId)?.name ?? componentId,
        templateId: named.get(componentId)?.template_id ?? '',
        pipelineId: pipeline.id,
        pipelineName: pipeline.name,
        pipelineStatus: pipeline.status as PipelineStatus,
        dataProcessed: dataProcessed(figures, query.metricType),
      })),
  );
  return { components, coverage: toCoverageEntity(coverage) };
};
