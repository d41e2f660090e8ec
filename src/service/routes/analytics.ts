import { type Point, percentOptimized, type ThreeSeries } from '../../contract/entities/analytics.ts';
import { toCount } from '../../contract/parameters.ts';
import { sumComponents, volumesOf } from '../analytics/analytics.ts';
import { branchStarts } from '../analytics/branches.ts';
import { type Coverage, coverageEntity, coverageOf } from '../analytics/ranges.ts';
import { componentVolume, type Volume } from '../analytics/volume.ts';
import { notFound, requireSite } from '../domain/checks.ts';
import { pipelineIdsOf } from '../domain/pipelines.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import type { CounterBucketRow, PipelineRow } from '../store/schema.ts';
import { dataProcessed, getSiteComponentsDataProcessed } from './analytics-components.ts';
import { countPipelineErrors, listPipelineErrors } from './analytics-errors.ts';
import { POD, rowsOf } from './analytics-rows.ts';

async function requirePipeline(
  { tx }: Pick<CallContext<'getPipelineSeries'>, 'tx'>,
  pipelineId: string,
  siteId: string,
): Promise<PipelineRow> {
  const pipeline = await tx.pipelines.find(pipelineId);
  if (!pipeline || pipeline.site_id !== siteId) throw notFound('pipeline', pipelineId);
  return pipeline;
}

/** One point per whole bucket, none in the future and none where there is nothing to measure (null). */
function pointsOf(
  coverage: Coverage,
  nowMs: number,
  rows: CounterBucketRow[],
  measure: (rows: CounterBucketRow[]) => number | null,
): Point[] {
  const byPoint = Map.groupBy(
    rows,
    (row) => Math.floor(row.bucket / coverage.resolution) * coverage.resolution,
  );
  const points: Point[] = [];
  for (let at = coverage.from; at < coverage.to && at * 1000 <= nowMs; at += coverage.resolution) {
    const value = measure(byPoint.get(at) ?? []);
    if (value !== null) points.push({ unixTimeSeconds: at, value });
  }
  return points;
}

function threeSeries(
  coverage: Coverage,
  now: number,
  rows: CounterBucketRow[],
  volumeOf: (rows: CounterBucketRow[]) => Volume,
): ThreeSeries {
  const series = (part: keyof Volume) => ({
    timeSeriesTuple: pointsOf(coverage, now, rows, (own) => volumeOf(own)[part]),
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
    const { rows } = await rowsOf(services, coverage, query, { pipelineIds: [path.pipelineId] });
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
        timeSeriesTuple: pointsOf(coverage, now, rows, (own) => {
          return percentOptimized(volumeOf(own, startId).input, volumeOf(own, sinkId).output);
        }),
      },
    }));
    return { pipelineSinksOptimisationSeries: series, coverage: coverageEntity(coverage) };
  },

  getComponentSeries: async ({ path, query, services, now }) => {
    const coverage = coverageOf(query, now, 'series');
    const [transform] = path.nodeId.startsWith('1')
      ? await services.store.transforms.findMany([path.nodeId])
      : [];
    const { rows } = await rowsOf(services, coverage, query, {
      componentId: transform?.lineage_id ?? path.nodeId,
      ...(query.pipelineId ? { pipelineIds: [query.pipelineId] } : {}),
    });
    return threeSeries(coverage, now, rows, (own) =>
      addVolumes(own.map((row) => componentVolume(row, query.metricType))),
    );
  },

  getPipelineSeries: async (context) => {
    const { path, query, services, now } = context;
    await requirePipeline(context, path.pipelineId, query.siteId);
    const coverage = coverageOf(query, now, 'series');
    const { rows, types } = await rowsOf(services, coverage, query, { pipelineIds: [path.pipelineId] });
    return threeSeries(coverage, now, rows, (own) =>
      addVolumes(volumesOf(own, types, query.metricType).values()),
    );
  },

  getSiteSeries: async ({ path, query, services, now, tx }) => {
    await requireSite(tx, path.siteId);
    const coverage = coverageOf(query, now, 'series');
    const pipelineIds = await pipelineIdsOf(services, path.siteId);
    const { rows, types } = await rowsOf(services, coverage, query, { pipelineIds });
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
    const { rows, types } = await rowsOf(services, coverage, query, { pipelineIds });
    const volumes = volumesOf(rows, types, query.metricType);
    const counts = volumesOf(rows, types, 'EVENTS_COUNT');
    const ignoreErrors = services.flags.includes('ignorePipelineErrors');
    const entries = pipelineIds.map((id) => {
      const { input, output } = volumes.get(id) ?? addVolumes([]);
      const events = counts.get(id) ?? addVolumes([]);
      const errors = rows.reduce((sum, row) => sum + (row.pipeline_id === id ? row.errors : 0), 0);
      return [
        id,
        {
          percentDataOptimized: percentOptimized(input, output),
          processingErrors: toCount(ignoreErrors ? 0 : errors),
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
