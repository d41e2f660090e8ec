import { type Point, percentOptimized, type ThreeSeries } from '../../contract/entities/analytics.ts';
import { toCount } from '../../contract/parameters.ts';
import { sumComponents, volumesOf } from '../analytics/analytics.ts';
import { branchStarts } from '../analytics/branches.ts';
import { type Coverage, coverageEntity, coverageOf } from '../analytics/ranges.ts';
import { COLUMNS_OF, componentVolume, type Volume } from '../analytics/volume.ts';
import { notFound, requireSite } from '../domain/checks.ts';
import { pipelineIdsOf } from '../domain/pipelines.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import type { CounterBucketRow, PipelineRow } from '../store/schema.ts';
import { dataProcessed, getSiteComponentsDataProcessed } from './analytics-components.ts';
import { countPipelineErrors, listPipelineErrors } from './analytics-errors.ts';
import { POD, rowsOf, volumeFilter, withoutArchives } from './analytics-rows.ts';

async function requirePipeline(
  { tx }: Pick<CallContext<'getPipelineSeries'>, 'tx'>,
  pipelineId: string,
  siteId: string,
): Promise<PipelineRow> {
  const pipeline = await tx.pipelines.find(pipelineId);
  if (!pipeline || pipeline.site_id !== siteId) throw notFound('pipeline', pipelineId);
  return pipeline;
}

/** One value per whole bucket, none in the future. */
function perBucket<T>(
  coverage: Coverage,
  nowMs: number,
  rows: CounterBucketRow[],
  measure: (rows: CounterBucketRow[]) => T,
): { at: number; value: T }[] {
  const byPoint = Map.groupBy(
    rows,
    (row) => Math.floor(row.bucket / coverage.resolution) * coverage.resolution,
  );
  const values: { at: number; value: T }[] = [];
  for (let at = coverage.from; at < coverage.to && at * 1000 <= nowMs; at += coverage.resolution)
    values.push({ at, value: measure(byPoint.get(at) ?? []) });
  return values;
}

/** Points of a series, none where there is nothing to measure (null). */
const pointsOf = (values: { at: number; value: number | null }[]): Point[] =>
  values.flatMap(({ at, value }) => (value === null ? [] : [{ unixTimeSeconds: at, value }]));

function threeSeries(
  coverage: Coverage,
  now: number,
  rows: CounterBucketRow[],
  volumeOf: (rows: CounterBucketRow[]) => Volume,
): ThreeSeries {
  const volumes = perBucket(coverage, now, rows, volumeOf);
  const series = (part: keyof Volume) => ({
    timeSeriesTuple: pointsOf(volumes.map(({ at, value }) => ({ at, value: value[part] }))),
  });
  return {
    inputDataSeries: series('input'),
    outputDataSeries: series('output'),
    droppedDataSeries: series('dropped'),
    coverage: coverageEntity(coverage),
  };
}

const addVolumes = (volumes: Iterable<Volume>): Volume => {
  const sum = { input: 0, output: 0, dropped: 0 };
  for (const { input, output, dropped } of volumes) {
    sum.input += input;
    sum.output += output;
    sum.dropped += dropped;
  }
  return sum;
};

type AnalyticsCalls =
  | 'getComponentsDataProcessed'
  | 'getSiteComponentsDataProcessed'
  | 'getPipelineOptimisations'
  | 'getComponentSeries'
  | 'getPipelineSeries'
  | 'getSiteSeries'
  | 'listDataPods'
  | 'getPipelineSummaries'
  | 'listPipelineErrors'
  | 'countPipelineErrors';

export const analyticsHandlers = {
  getComponentsDataProcessed: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = coverageOf(query, now, 'totals');
    const { rows, types } = await rowsOf(services, coverage, query, { pipelineIds: [path.pipelineId] });
    const entries = [...sumComponents(rows, types)].map(
      ([componentId, { figures }]) => [componentId, dataProcessed(figures, query.metricType)] as const,
    );
    return { componentsDataProcessedMap: Object.fromEntries(entries), coverage: coverageEntity(coverage) };
  },

  getSiteComponentsDataProcessed,

  getPipelineOptimisations: async (context) => {
    const { path, query, services, now, tx } = context;
    const pipeline = await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = coverageOf(query, now, 'series');
    const filter = { pipelineIds: [path.pipelineId], columns: COLUMNS_OF[query.metricType] };
    const { rows } = await rowsOf(services, coverage, query, filter);
    const starts = await branchStarts(tx, pipeline);
    const volumeOf = (own: CounterBucketRow[], componentId: string) =>
      addVolumes(
        own
          .filter((row) => row.component_id === componentId)
          .map((row) => componentVolume(row, query.metricType)),
      );
    const series = [...starts].map(([sinkId, startId]) => ({
      sinkId,
      percentDataOptimisedSeries: {
        timeSeriesTuple: pointsOf(
          perBucket(coverage, now, rows, (own) =>
            percentOptimized(volumeOf(own, startId).input, volumeOf(own, sinkId).output),
          ),
        ),
      },
    }));
    return { pipelineSinksOptimisationSeries: series, coverage: coverageEntity(coverage) };
  },

  getComponentSeries: async ({ path, query, services, now, tx }) => {
    const coverage = coverageOf(query, now, 'series');
    const [transform] = path.nodeId.startsWith('1')
      ? await services.store.transforms.findMany([path.nodeId])
      : [];
    const { rows, types } = await rowsOf(services, coverage, query, {
      componentId: transform?.lineage_id ?? path.nodeId,
      columns: COLUMNS_OF[query.metricType],
      ...(query.pipelineId ? { pipelineIds: [query.pipelineId] } : {}),
    });
    const isSource = types.get(path.nodeId) === 'SOURCE';
    const counted = isSource ? await withoutArchives(tx, rows) : rows;
    return threeSeries(coverage, now, counted, (own) =>
      addVolumes(own.map((row) => componentVolume(row, query.metricType))),
    );
  },

  getPipelineSeries: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = coverageOf(query, now, 'series');
    const { rows, types } = await rowsOf(services, coverage, query, {
      pipelineIds: [path.pipelineId],
      ...volumeFilter(query.metricType),
    });
    return threeSeries(coverage, now, rows, (own) =>
      addVolumes(volumesOf(own, types, query.metricType).values()),
    );
  },

  getSiteSeries: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const coverage = coverageOf(query, now, 'series');
    const ofSite = await pipelineIdsOf(services, path.siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const filter = { pipelineIds, ...volumeFilter(query.metricType) };
    const { rows, types } = await rowsOf(services, coverage, query, filter);
    return threeSeries(coverage, now, rows, (own) =>
      addVolumes(volumesOf(own, types, query.metricType).values()),
    );
  },

  listDataPods: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const pipelineIds = await pipelineIdsOf(services, path.siteId);
    const rows = await services.analytics.rows(coverageOf(query, now, 'totals'), { pipelineIds });
    return { dataPods: rows.length > 0 ? [POD] : [] };
  },

  getPipelineSummaries: async ({ query, services, now, tx }) => {
    await requireSite(tx, query.siteId);
    const coverage = coverageOf(query, now, 'totals');
    const ofSite = await pipelineIdsOf(services, query.siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const { rows, types } = await rowsOf(services, coverage, query, { pipelineIds, byKind: true });
    const volumes = volumesOf(rows, types, query.metricType);
    const counts = volumesOf(rows, types, 'EVENTS_COUNT');
    const errorsOf = new Map<string, number>();
    if (!services.flags.includes('ignorePipelineErrors')) {
      for (const row of rows)
        errorsOf.set(row.pipeline_id, (errorsOf.get(row.pipeline_id) ?? 0) + row.errors);
    }
    const hasCounted = new Set(rows.map((row) => row.pipeline_id));
    const summarised = query.pipelineIds ? pipelineIds : pipelineIds.filter((id) => hasCounted.has(id));
    const entries = summarised.map((id) => {
      const { input, output } = volumes.get(id) ?? addVolumes([]);
      const events = counts.get(id) ?? addVolumes([]);
      return [
        id,
        {
          percentDataOptimized: percentOptimized(input, output),
          processingErrors: toCount(errorsOf.get(id) ?? 0),
          totalInputDataBytes: toCount(input),
          totalOutputDataBytes: toCount(output),
          eventsIn: toCount(events.input),
          eventsOut: toCount(events.output),
          eventsDropped: toCount(events.dropped),
        },
      ] as const;
    });
    return { pipelineSummaries: Object.fromEntries(entries), coverage: coverageEntity(coverage) };
  },

  listPipelineErrors,
  countPipelineErrors,
} satisfies Pick<Handlers, AnalyticsCalls>;
