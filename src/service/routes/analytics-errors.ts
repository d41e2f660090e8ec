import type { PipelineErrors, Point } from '../../contract/entities/analytics.ts';
import { toCount } from '../../contract/parameters.ts';
import { errorEntry } from '../analytics/errors.ts';
import { coverageOf } from '../analytics/ranges.ts';
import { requireSite } from '../domain/checks.ts';
import { namedNodes } from '../domain/node-names.ts';
import { pipelineIdsOf } from '../domain/pipelines.ts';
import type { Handler } from '../http/call-context.ts';
import type { Services } from '../services.ts';
import type { ErrorGroupRow } from '../store/schema.ts';

const MINUTE = 60;
type Group = ErrorGroupRow & { countInRange: number };
type RangeQuery = Parameters<typeof coverageOf>[0] & { siteId: string };

/** Errors are counted per minute, so their range widens to minutes. */
async function groupsOf(
  services: Services,
  query: RangeQuery,
  pipelineIds: string[],
  now: number,
): Promise<Group[]> {
  // R8-65: the flag empties every list.
  if (services.flags.includes('ignorePipelineErrors')) return [];
  return services.store.errors.list({ pipelineIds, ...minutesOf(query, now) });
}

/** Whole minutes that cover the range of a query. */
function minutesOf(query: RangeQuery, now: number): { from: number; to: number } {
  const { from, to } = coverageOf({ ...query, resolution: undefined }, now, 'totals');
  return { from: Math.floor(from / MINUTE) * MINUTE, to: Math.ceil(to / MINUTE) * MINUTE };
}

/** Occurrences over time by group, when a resolution is asked for. */
async function seriesOf(services: Services, query: RangeQuery, groups: Group[], now: number) {
  const points = new Map<string, Point[]>();
  if (query.resolution === undefined) return points;
  const seconds = Math.ceil(query.resolution / MINUTE) * MINUTE;
  const ids = groups.map((group) => group.id);
  for (const row of await services.store.errors.series(ids, minutesOf(query, now), seconds)) {
    const own = points.get(row.group_id) ?? [];
    points.set(row.group_id, own);
    own.push({ unixTimeSeconds: row.at, value: row.count });
  }
  return points;
}

const occurrences = (groups: Group[]): number => groups.reduce((sum, one) => sum + one.countInRange, 0);
const isAcknowledged = (group: Group): boolean => group.acknowledged_at > 0;

const unacknowledged = (groups: Group[], level: string): string =>
  toCount(occurrences(groups.filter((one) => one.level === level && !isAcknowledged(one))));

type ErrorQuery = RangeQuery & { pipelineIds?: string[] | undefined };
type Context = Pick<Parameters<Handler<'listPipelineErrors'>>[0], 'services' | 'now' | 'tx'>;

async function errorsByPipeline(query: ErrorQuery, { services, now, tx }: Context) {
  await requireSite(tx, query.siteId);
  const ofSite = await pipelineIdsOf(services, query.siteId);
  const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
  const groups = await groupsOf(services, query, pipelineIds, now);
  const nodes = await namedNodes(
    services.store,
    groups.map((group) => group.node_id),
  );
  const series = await seriesOf(services, query, groups, now);
  const details: Record<string, PipelineErrors> = {};
  for (const [pipelineId, own] of Map.groupBy(groups, (group) => group.pipeline_id)) {
    details[pipelineId] = {
      errorDetails: own.map((group) =>
        errorEntry(group, nodes.get(group.node_id), services.catalogue, series.get(group.id) ?? []),
      ),
      unacknowledgedErrors: unacknowledged(own, 'ERROR'),
      unacknowledgedWarnings: unacknowledged(own, 'WARN'),
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
  const groups = await groupsOf(services, query, await pipelineIdsOf(services, query.siteId), now);
  const state = query.acknowledgeState;
  const counted = groups.filter(
    (group) => state === 'ACKNOWLEDGEMENT_ALL' || isAcknowledged(group) === (state === 'ACKNOWLEDGED'),
  );
  return { count: toCount(occurrences(counted)) };
};
