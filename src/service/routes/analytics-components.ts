import { computePercentOptimized, type DataProcessed } from '../../contract/entities/analytics.ts';
import { type DataVolumeMetric, PIPELINE_STATUSES, type PipelineStatus } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { sumComponents, type Waiting } from '../analytics/analytics.ts';
import { formatPlace } from '../analytics/places.ts';
import { computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import { computeComponentVolume, type Typed } from '../analytics/volume.ts';
import { toVolumeFields } from '../analytics/volume-fields.ts';
import type { Handler } from '../http/call-context.ts';
import { requireSite } from '../require.ts';
import { readRows } from './analytics-rows.ts';

/** @param waiting in the component at the end of the range */
export function dataProcessed(
  component: Typed,
  waiting: readonly Waiting[],
  metric: DataVolumeMetric,
): DataProcessed {
  const { figures } = component;
  const volume = computeComponentVolume(component, metric);
  const parsed = { ...volume, input: metric === 'RAW_BYTES' ? figures.bytes_in : volume.input };
  return {
    ...toVolumeFields(volume, computeComponentVolume(component, 'EVENTS_COUNT'), waiting, metric),
    totalInputParsedDataBytes: toCount(parsed.input),
    percentParsedDataOptimized: computePercentOptimized(parsed),
    eventsCreated: toCount(figures.events_created),
    eventsMerged: toCount(figures.events_merged),
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
  const { rows, types } = await readRows(
    services,
    coverage,
    { ...query, ...path },
    {
      pipelineIds: flows.map(({ id }) => id),
    },
  );
  const ids = [...new Set(rows.map((row) => row.component_id))];
  const [connections, transforms] = await Promise.all([
    tx.nodes.findMany(ids.filter((id) => types.get(id) !== 'TRANSFORM')),
    tx.transforms.findNewestOf(ids.filter((id) => types.get(id) === 'TRANSFORM')),
  ]);
  const named = new Map<string, { name: string; template_id: string }>();
  for (const row of connections) named.set(row.id, row);
  for (const row of transforms) named.set(row.lineage_id, row);
  const byPipeline = Map.groupBy(rows, (row) => row.pipeline_id);
  const counted = [...byPipeline.keys()];
  const waiting = Map.groupBy(await services.analytics.waitingAt(coverage, counted, query.pods), formatPlace);
  const components = flows.flatMap((pipeline) =>
    [...sumComponents(byPipeline.get(pipeline.id) ?? [], types)]
      // For archives only the destination counts: the source's events already count for a pipeline.
      .filter(([, { nodeType }]) => !pipeline.isArchive || nodeType === 'SINK')
      .map(([componentId, component]) => ({
        componentId,
        nodeType: component.nodeType,
        name: named.get(componentId)?.name ?? componentId,
        templateId: named.get(componentId)?.template_id ?? '',
        pipelineId: pipeline.id,
        pipelineName: pipeline.name,
        pipelineStatus: pipeline.status as PipelineStatus,
        dataProcessed: dataProcessed(
          component,
          waiting.get(formatPlace({ pipelineId: pipeline.id, componentId })) ?? [],
          query.metricType,
        ),
      })),
  );
  return { components, coverage: toCoverageEntity(coverage) };
};
