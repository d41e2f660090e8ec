import type { FlowSeries, Point, ThreeSeries } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import { groupComponents, sumComponents, sumVolumes, type Waiting } from '../analytics/analytics.ts';
import { computeSavedPerSink, readWays } from '../analytics/destinations.ts';
import { type Coverage, computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import {
  addVolumes,
  computeComponentVolume,
  computePercentSaved,
  METRIC_COLUMNS,
  type Volume,
} from '../analytics/volume.ts';
import { pickWaiting } from '../analytics/volume-fields.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import { notFound, requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { CounterBucketRow, PipelineRow } from '../store/schema.ts';
import { dataProcessed, getSiteComponentsDataProcessed } from './analytics-components.ts';
import { countPipelineErrors, listPipelineErrors, listSiteErrors } from './analytics-errors.ts';
import { dropArchives, readRows, toVolumeFilter } from './analytics-rows.ts';
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
  const last = coverage.knownUntil === undefined ? nowMs : coverage.knownUntil - 1;
  for (let at = coverage.from; at < coverage.to && at * 1000 <= last; at += coverage.resolution)
    values.push({ at, value: measure(byPoint.get(at) ?? []) });
  return values;
}

const toPoints = (values: { at: number; value: number | null }[]): Point[] =>
  values.flatMap(({ at, value }) => (value === null ? [] : [{ unixTimeSeconds: at, value }]));

/**
 * One series per fate.
 * @param endsWith the backlog at the end of the range
 */
function threeSeries(
  coverage: Coverage,
  now: number,
  rows: CounterBucketRow[],
  endsWith: number,
  volumeOfRows: (rows: CounterBucketRow[]) => Volume,
): ThreeSeries {
  const points = groupByBucket(coverage, now, rows, volumeOfRows);
  let waiting = endsWith - points.reduce((sum, { value }) => sum + value.waiting, 0);
  const levels = points.map(({ value }) => {
    waiting += value.waiting;
    return waiting;
  });
  const series = (valueAt: (volume: Volume, index: number) => number) => ({
    timeSeriesTuple: toPoints(points.map(({ at, value }, index) => ({ at, value: valueAt(value, index) }))),
  });
  return {
    inputDataSeries: series(({ input }) => input),
    outputDataSeries: series(({ output }) => output),
    droppedDataSeries: series(({ dropped }) => dropped),
    waitingDataSeries: series((_volume, index) => levels[index] ?? 0),
    deadLetterDataSeries: series(({ deadLetters }) => deadLetters),
    lostDataSeries: series(({ lost }) => lost),
    coverage: toCoverageEntity(coverage),
  };
}

function flowSeries(
  coverage: Coverage,
  now: number,
  { rows, types }: Awaited<ReturnType<typeof readRows>>,
  waiting: readonly Waiting[],
  metric: DataVolumeMetric,
): FlowSeries {
  const saved = groupByBucket(coverage, now, rows, (own) =>
    computePercentSaved(groupComponents(own, types).values(), metric),
  );
  return {
    ...threeSeries(coverage, now, rows, pickWaiting(waiting, metric), (own) =>
      addVolumes(sumVolumes(own, types, metric).values()),
    ),
    percentDataOptimisedSeries: { timeSeriesTuple: toPoints(saved) },
  };
}

type Query = { pods?: string[] | undefined; metricType: DataVolumeMetric };

const readWaiting = (services: Services, coverage: Coverage, query: Query, ids: string[]) =>
  services.analytics.waitingAt(coverage, ids, query.pods);

/** From the pipelines' first count to the engine's last report. */
const coverSeries = async (
  services: Services,
  query: Parameters<typeof computeCoverage>[0],
  nowMs: number,
  pipelineIds: readonly string[],
  siteId: string,
): Promise<Coverage> => {
  const begin = await services.analytics.findBegin(pipelineIds);
  const coverage = computeCoverage(query, nowMs, 'series', begin);
  const knownUntil = services.remoteEngines.awaySince(siteId) ?? services.collectorSites.countedUntil(siteId);
  return knownUntil === undefined || knownUntil >= coverage.to * 1000
    ? coverage
    : { ...coverage, knownUntil: Math.floor(knownUntil / 1000) * 1000 };
};

type AnalyticsCalls =
  | 'getComponentsDataProcessed'
  | 'getSiteComponentsDataProcessed'
  | 'getPipelineOptimisations'
  | 'getComponentSeries'
  | 'getPipelineSeries'
  | 'getSiteSeries'
  | 'getSourceSeries'
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
    const waiting = Map.groupBy(
      await readWaiting(services, coverage, query, [path.pipelineId]),
      (one) => one.componentId,
    );
    const entries = [...sumComponents(rows, types)].map(
      ([id, component]) => [id, dataProcessed(component, waiting.get(id) ?? [], query.metricType)] as const,
    );
    return { componentsDataProcessedMap: Object.fromEntries(entries), coverage: toCoverageEntity(coverage) };
  },

  getSiteComponentsDataProcessed,

  getPipelineOptimisations: async (context) => {
    const { path, query, services, now, tx } = context;
    const pipeline = await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = await coverSeries(services, query, now, [path.pipelineId], query.siteId);
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
    const around = query.pipelineId ? [query.pipelineId] : await listPipelineIds(services, query.siteId);
    const coverage = await coverSeries(services, query, now, around, query.siteId);
    const [transform] = path.nodeId.startsWith('1')
      ? await services.store.transforms.findMany([path.nodeId])
      : [];
    const componentId = transform?.lineage_id ?? path.nodeId;
    const { rows, types } = await readRows(services, coverage, query, {
      componentId,
      columns: METRIC_COLUMNS[query.metricType],
      ...(query.pipelineId ? { pipelineIds: [query.pipelineId] } : {}),
    });
    const nodeType = types.get(componentId) ?? 'TRANSFORM';
    const counted = nodeType === 'SOURCE' ? await dropArchives(tx, rows) : rows;
    const pipelineIds = [...new Set(counted.map((row) => row.pipeline_id))];
    const waiting = (await readWaiting(services, coverage, query, pipelineIds)).filter(
      (one) => one.componentId === componentId,
    );
    return threeSeries(coverage, now, counted, pickWaiting(waiting, query.metricType), (own) =>
      addVolumes(own.map((figures) => computeComponentVolume({ nodeType, figures }, query.metricType))),
    );
  },

  getPipelineSeries: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = await coverSeries(services, query, now, [path.pipelineId], query.siteId);
    const found = await readRows(services, coverage, query, {
      pipelineIds: [path.pipelineId],
      ...toVolumeFilter(query.metricType),
    });
    const waiting = await readWaiting(services, coverage, query, [path.pipelineId]);
    return flowSeries(coverage, now, found, waiting, query.metricType);
  },

  getSiteSeries: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const ofSite = await listPipelineIds(services, path.siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const coverage = await coverSeries(services, query, now, pipelineIds, path.siteId);
    const filter = { pipelineIds, ...toVolumeFilter(query.metricType) };
    const found = await readRows(services, coverage, { ...query, ...path }, filter);
    const waiting = await readWaiting(services, coverage, query, pipelineIds);
    return flowSeries(coverage, now, found, waiting, query.metricType);
  },

  getSourceSeries: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const ofSite = await listPipelineIds(services, path.siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const coverage = await coverSeries(services, query, now, pipelineIds, path.siteId);
    const filter = { pipelineIds, columns: METRIC_COLUMNS[query.metricType] };
    const { rows, types } = await readRows(services, coverage, { ...query, ...path }, filter);
    const measure = (own: CounterBucketRow[]) =>
      own.reduce(
        (sum, figures) =>
          sum + computeComponentVolume({ nodeType: 'SOURCE', figures }, query.metricType).input,
        0,
      );
    const bySource = Map.groupBy(
      rows.filter((row) => types.get(row.component_id) === 'SOURCE'),
      (row) => row.component_id,
    );
    const ranked = [...bySource]
      .map(([sourceId, own]) => ({ sourceId, own, total: measure(own) }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total || a.sourceId.localeCompare(b.sourceId));
    const [most, others] = [ranked.slice(0, query.limit), ranked.slice(query.limit)];
    const names = new Map(
      (await tx.nodes.findMany(most.map(({ sourceId }) => sourceId))).map(({ id, name }) => [id, name]),
    );
    const toSeries = (own: CounterBucketRow[]) => ({
      timeSeriesTuple: toPoints(groupByBucket(coverage, now, own, measure)),
    });
    return {
      sources: most.map(({ sourceId, own }) => ({
        sourceId,
        name: names.get(sourceId) ?? sourceId,
        inputDataSeries: toSeries(own),
      })),
      otherCount: others.length,
      otherInputDataSeries: toSeries(others.flatMap(({ own }) => own)),
      coverage: toCoverageEntity(coverage),
    };
  },

  listDataPods: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const pipelineIds = await listPipelineIds(services, path.siteId);
    const archives = (await tx.nodes.archived()).filter((source) => source.site_id === path.siteId);
    const ids = [...pipelineIds, ...archives.map((source) => source.archive_id)];
    const coverage = computeCoverage(query, now, 'totals');
    return { dataPods: await services.analytics.listPods(coverage, { pipelineIds: ids }) };
  },

  getPipelineSummaries: async ({ query, services, now, tx }) => {
    await requireSite(tx, query.siteId);
    return readPipelineSummaries(services, query, now);
  },

  listPipelineErrors,
  listSiteErrors,
  countPipelineErrors,
} satisfies Pick<Handlers, AnalyticsCalls>;
