import type { PipelineErrors } from '../../contract/entities/analytics.ts';
import type { NodeType } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { errorEntry } from '../analytics/errors.ts';
import { coverageOf } from '../analytics/ranges.ts';
import { requireSite } from '../domain/checks.ts';
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
  const { from, to } = coverageOf({ ...query, resolution: undefined }, now, 'totals');
  return services.store.errors.list({
    pipelineIds,
    from: Math.floor(from / MINUTE) * MINUTE,
    to: Math.ceil(to / MINUTE) * MINUTE,
  });
}

/** Names of the nodes that errors came from. */
async function nodesOf(services: Services, groups: Group[]) {
  const ids = [...new Set(groups.map((group) => group.node_id))];
  const [connections, transforms] = await Promise.all([
    services.store.nodes.findMany(ids),
    services.store.transforms.findMany(ids),
  ]);
  const nodes = new Map<string, { name: string; nodeType: NodeType; templateId: string }>();
  for (const row of connections) {
    const nodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
    nodes.set(row.id, { name: row.name, nodeType, templateId: row.template_id });
  }
  for (const row of transforms) {
    nodes.set(row.id, { name: row.name, nodeType: 'TRANSFORM', templateId: row.template_id });
  }
  return nodes;
}

const countOf = (groups: Group[], level: string): string =>
  toCount(groups.filter((one) => one.level === level).reduce((sum, one) => sum + one.countInRange, 0));

export const listPipelineErrors: Handler<'listPipelineErrors'> = async ({ query, services, now, tx }) => {
  await requireSite(tx, query.siteId);
  const ofSite = await pipelineIdsOf(services, query.siteId);
  const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
  const groups = await groupsOf(services, query, pipelineIds, now);
  const nodes = await nodesOf(services, groups);
  const details: Record<string, PipelineErrors> = {};
  for (const [pipelineId, own] of Map.groupBy(groups, (group) => group.pipeline_id)) {
    details[pipelineId] = {
      errorDetails: own.map((group) => errorEntry(group, nodes.get(group.node_id), services.catalogue)),
      unacknowledgedErrors: countOf(own, 'ERROR'),
      unacknowledgedWarnings: countOf(own, 'WARN'),
    };
  }
  return { pipelinesErrorDetails: details };
};

export const countPipelineErrors: Handler<'countPipelineErrors'> = async ({ query, services, now, tx }) => {
  await requireSite(tx, query.siteId);
  if (query.acknowledgeState === 'ACKNOWLEDGED') return { count: toCount(0) };
  const groups = await groupsOf(services, query, await pipelineIdsOf(services, query.siteId), now);
  return { count: toCount(groups.reduce((sum, group) => sum + group.countInRange, 0)) };
};
