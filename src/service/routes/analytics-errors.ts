import type { PipelineErrors, Point } from '../../contract/entities/analytics.ts';
import { toCount } from '../../contract/parameters.ts';
import { toErrorEntry } from '../analytics/errors.ts';
import { computeCoverage } from '../analytics/ranges.ts';
import type { Handler } from '../http/call-context.ts';
import { readNamedNodes } from '../pipelines/node-names.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { ErrorGroupRow } from '../store/schema.ts';

const MINUTE = 60;
type Group = ErrorGroupRow & { countInRange: number };
type RangeQuery = Parameters<typeof computeCoverage>[0] & { siteId: string };

/** Errors are counted per minute. */
async function readGroups(
  services: Services,
  query: RangeQuery,
  pipelineIds: string[],
  now: number,
): Promise<Group[]> {
  if (services.flags.includes('ignorePipelineErrors')) return [];
  return services.store.errors.list({ pipelineIds, ...toMinutes(query, now) });
}

function toMinutes(query: RangeQuery, now: number): { from: number; to: number } {
  const { from, to } = computeCoverage({ ...query, resolution: undefined }, now, 'totals');
  return { from: Math.floor(from / MINUTE) * MINUTE, to: Math.ceil(to / MINUTE) * MINUTE };
}

async function readSeries(services: Services, query: RangeQuery, groups: Group[], now: number) {
  const points = new Map<string, Point[]>();
  if (query.resolution === undefined) return points;
  const seconds = Math.ceil(query.resolution / MINUTE) * MINUTE;
  const ids = groups.map((group) => group.id);
  for (const row of await services.store.errors.series(ids, toMinutes(query, now), seconds)) {
    const own = points.get(row.group_id) ?? [];
    points.set(row.group_id, own);
    own.push({ unixTimeSeconds: row.at, value: row.count });
  }
  return points;
}

const countOccurrences = (groups: Group[]): number => groups.reduce((sum, one) => sum + one.countInRange, 0);
const isAcknowledged = (group: Group): boolean => group.acknowledged_at > 0;

const countUnacknowledged = (groups: Group[], level: string): string =>
  toCount(countOccurrences(groups.filter((one) => one.level === level && !isAcknowledged(one))));

type ErrorQuery = RangeQuery & { pipelineIds?: string[] | undefined };
type Context = Pick<Parameters<Handler<'listPipelineErrors'>>[0], 'services' | 'now' | 'tx'>;

async function errorsByPipeline(query: ErrorQuery, { services, now, tx }: Context) {
  await requireSite(tx, query.siteId);
  const ofSite = await listPipelineIds(services, query.siteId);
  const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
  const groups = await readGroups(services, query, pipelineIds, now);
  const findNode = await readNamedNodes(
    services.store,
    groups.map((group) => group.node_id),
  );
  const series = await readSeries(services, query, groups, now);
  const details: Record<string, PipelineErrors> = {};
  const nodeOf = ({ node_id: nodeId, pipeline_id: pipelineId }: Group) =>
    findNode({ nodeId, pipelineId, siteId: query.siteId });
  for (const [pipelineId, own] of Map.groupBy(groups, (group) => group.pipeline_id)) {
    details[pipelineId] = {
      errorDetails: own.map((group) =>
        toErrorEntry(group, nodeOf(group), services.catalogue, series.get(group.id) ?? []),
      ),
      unacknowledgedErrors: countUnacknowledged(own, 'ERROR'),
      unacknowledgedWarnings: countUnacknowledged(own, 'WARN'),
    };
  }
  return details;
}

export const listPipelineErrors: Handler<'listPipelineErrors'> = async ({ query, ...context }) => ({
  pipelinesErrorDetails: await errorsByPipeline(query, context),
});

export const listSiteErrors: Handler<'listSiteErrors'> = async ({ path, query, ...context }) => {
  const details = await errorsByPipeline({ ...query, siteId: path.siteId }, context);
  return { errorDetails: Object.values(details).flatMap(({ errorDetails }) => errorDetails) };
};

export const countPipelineErrors: Handler<'countPipelineErrors'> = async ({ query, services, now, tx }) => {
  await requireSite(tx, query.siteId);
  const groups = await readGroups(services, query, await listPipelineIds(services, query.siteId), now);
  const state = query.acknowledgeState;
  const counted = groups.filter(
    (group) => state === 'ACKNOWLEDGEMENT_ALL' || isAcknowledged(group) === (state === 'ACKNOWLEDGED'),
  );
  return { count: toCount(countOccurrences(counted)) };
};
