import type { FlowSeries, Point, ThreeSeries } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import { groupComponents, sumComponents, sumVolumes } from '../analytics/analytics.ts';
import { computeSavedPerSink, readWays } from '../analytics/destinations.ts';
import { spreadDropped } from '../analytics/dropped.ts';
import { type Coverage, computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import {
  computeComponentVolume,
  computePercentSaved,
  createVolume,
  METRIC_COLUMNS,
  type Volume,
} from '../analytics/volume.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import { notFound, requireSite } from '../require.ts';
import type { CounterBucketRow, PipelineRow } from '../store/schema.ts';
import { dataProcessed, getSiteComponentsDataProcessed } from './analytics-components.ts';
import { countPipelineErrors, listPipelineErrors, listSiteErrors } from './analytics-errors.ts';
import { dropArchives, POD, readRows, toVolumeFilter } from './analytics-rows.ts';
import { readPipelineSummaries } from './pipeline-summaries.ts';

async function requirePipeline(
  { tx }: Pick<CallContext<'getPipelineSeries'>, 'tx'>,
  pipelineId: string,
  siteId: string,
): Promise<PipelineRow> {
  const pipeline = await tx.pipelines.find(pipelineId);
  if (!pipeline || pipeline.site_id !== siteId) throw notFound('pipeline', pipelineId);
  return pipeline;
}

/** One value per bucket, none in the future. */
function groupByBucket<T>(
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

/** Leaves out unknown values (null). */
const toPoints = (values: { at: number; value: number | null }[]): Point[] =>
  values.flatMap(({ at, value }) => (value === null ? [] : [{ unixTimeSeconds: at, value }]));

/** Events as counted, bytes as the totals have them, per flow. */
function computeDropped(flows: readonly ReadonlyMap<string, Volume>[], metric: DataVolumeMetric): number[] {
  if (metric === 'EVENTS_COUNT') return flows.map((volumes) => addVolumes(volumes.values()).dropped);
  const sums = flows.map(() => 0);
  for (const id of new Set(flows.flatMap((volumes) => [...volumes.keys()]))) {
    const differences = flows.map((volumes) => {
      const { input, output } = volumes.get(id) ?? createVolume();
      return input - output;
    });
    for (const [at, dropped] of spreadDropped(differences).entries()) sums[at] = (sums[at] ?? 0) + dropped;
  }
  return sums;
}

/** @param volumesOfRows flow → volume; a flow is a pipeline, or a component in a pipeline */
function threeSeries(
  coverage: Coverage,
  now: number,
  rows: CounterBucketRow[],
  metric: DataVolumeMetric,
  volumesOfRows: (rows: CounterBucketRow[]) => ReadonlyMap<string, Volume>,
): ThreeSeries {
  const points = groupByBucket(coverage, now, rows, volumesOfRows);
  const dropped = computeDropped(
    points.map(({ value }) => value),
    metric,
  );
  const series = (valueAt: (volumes: ReadonlyMap<string, Volume>, index: number) => number) => ({
    timeSeriesTuple: toPoints(points.map(({ at, value }, index) => ({ at, value: valueAt(value, index) }))),
  });
  return {
    inputDataSeries: series((volumes) => addVolumes(volumes.values()).input),
    outputDataSeries: series((volumes) => addVolumes(volumes.values()).output),
    droppedDataSeries: series((_volumes, index) => dropped[index] ?? 0),
    coverage: toCoverageEntity(coverage),
  };
}

function flowSeries(
  coverage: Coverage,
  now: number,
  { rows, types }: Awaited<ReturnType<typeof readRows>>,
  metric: DataVolumeMetric,
): FlowSeries {
  const saved = groupByBucket(coverage, now, rows, (own) =>
    computePercentSaved(groupComponents(own, types).values(), metric),
  );
  return {
    ...threeSeries(coverage, now, rows, metric, (own) => sumVolumes(own, types, metric)),
    percentDataOptimisedSeries: { timeSeriesTuple: toPoints(saved) },
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

/** By pipeline that uses the component. */
const componentVolumes = (rows: readonly CounterBucketRow[], metric: DataVolumeMetric) =>
  new Map(
    [...Map.groupBy(rows, (row) => row.pipeline_id)].map(
      ([id, own]) => [id, addVolumes(own.map((row) => computeComponentVolume(row, metric)))] as const,
    ),
  );

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
  | 'listSiteErrors'
  | 'countPipelineErrors';

export const analyticsHandlers = {
  getComponentsDataProcessed: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = computeCoverage(query, now, 'totals');
    const { rows, types } = await readRows(services, coverage, query, { pipelineIds: [path.pipelineId] });
    const entries = [...sumComponents(rows, types)].map(
      ([componentId, { figures }]) => [componentId, dataProcessed(figures, query.metricType)] as const,
    );
    return { componentsDataProcessedMap: Object.fromEntries(entries), coverage: toCoverageEntity(coverage) };
  },

  getSiteComponentsDataProcessed,

  getPipelineOptimisations: async (context) => {
    const { path, query, services, now, tx } = context;
    const pipeline = await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = computeCoverage(query, now, 'series');
    const filter = { pipelineIds: [path.pipelineId], columns: METRIC_COLUMNS[query.metricType] };
    const { rows, types } = await readRows(services, coverage, query, filter);
    const ways = await readWays(tx, pipeline);
    const saved = groupByBucket(coverage, now, rows, (own) => {
      const sums = [...sumComponents(own, types)].map(([id, one]) => [id, one.figures] as const);
      return ways && computeSavedPerSink(ways, new Map(sums), query.metricType);
    });
    const series = (ways?.sinkIds ?? []).map((sinkId) => ({
      sinkId,
      percentDataOptimisedSeries: {
        timeSeriesTuple: toPoints(saved.map(({ at, value }) => ({ at, value: value?.get(sinkId) ?? null }))),
      },
    }));
    return { pipelineSinksOptimisationSeries: series, coverage: toCoverageEntity(coverage) };
  },

  getComponentSeries: async ({ path, query, services, now, tx }) => {
    const coverage = computeCoverage(query, now, 'series');
    const [transform] = path.nodeId.startsWith('1')
      ? await services.store.transforms.findMany([path.nodeId])
      : [];
    const { rows, types } = await readRows(services, coverage, query, {
      componentId: transform?.lineage_id ?? path.nodeId,
      columns: METRIC_COLUMNS[query.metricType],
      ...(query.pipelineId ? { pipelineIds: [query.pipelineId] } : {}),
    });
    const isSource = types.get(path.nodeId) === 'SOURCE';
    const counted = isSource ? await dropArchives(tx, rows) : rows;
    return threeSeries(coverage, now, counted, query.metricType, (own) =>
      componentVolumes(own, query.metricType),
    );
  },

  getPipelineSeries: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = computeCoverage(query, now, 'series');
    const found = await readRows(services, coverage, query, {
      pipelineIds: [path.pipelineId],
      ...toVolumeFilter(query.metricType),
    });
    return flowSeries(coverage, now, found, query.metricType);
  },

  getSiteSeries: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const coverage = computeCoverage(query, now, 'series');
    const ofSite = await listPipelineIds(services, path.siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const filter = { pipelineIds, ...toVolumeFilter(query.metricType) };
    const found = await readRows(services, coverage, query, filter);
    return flowSeries(coverage, now, found, query.metricType);
  },

  listDataPods: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const pipelineIds = await listPipelineIds(services, path.siteId);
    const rows = await services.analytics.rows(computeCoverage(query, now, 'totals'), { pipelineIds });
    return { dataPods: rows.length > 0 ? [POD] : [] };
  },

  getPipelineSummaries: async ({ query, services, now, tx }) => {
    await requireSite(tx, query.siteId);
    return readPipelineSummaries(services, query, now);
  },

  listPipelineErrors,
  listSiteErrors,
  countPipelineErrors,
} satisfies Pick<Handlers, AnalyticsCalls>;
