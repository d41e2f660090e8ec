import { reads } from '../../contract/calls/define.ts';
import type { NodeType } from '../../contract/enums.ts';
import { isId } from '../../contract/ids.ts';
import type { Neighbor, Place } from '../../graph/fit.ts';
import { pathExists } from '../../graph/walk.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { invalid } from '../http/input.ts';
import { notFound } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { parseConfig } from '../store/sealing.ts';
import { requirePipeline } from './pipelines.ts';

type Asked = {
  adjacentNodes: readonly string[];
  siteId?: string | undefined;
  pipelineId?: string | undefined;
};
type Found = Neighbor & { id: string; siteId: string };

async function findNode(tx: Repositories, id: string): Promise<Found | undefined> {
  if (isId(id, 'node')) {
    const row = await tx.nodes.find(id);
    if (!row || row.status === 'DELETED') return undefined;
    const nodeType: NodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
    return { id, siteId: row.site_id, nodeType, templateId: row.template_id, config: {} };
  }
  const [row] = isId(id, 'transform') ? await tx.transforms.findMany([id]) : [];
  if (!row) return undefined;
  const siteId = (await tx.pipelines.find(row.pipeline_id))?.site_id ?? '';
  return { id, siteId, nodeType: 'TRANSFORM', templateId: row.template_id, config: parseConfig(row) };
}

const refuse = (index: number, rule: string, message: string) =>
  invalid([{ field: `adjacentNodes.${index}`, rule, message }]);

/**
 * The place between nodes. In the pipeline's newest graph, a node is before it if the others are reachable
 * from it; without a graph, sources and transforms are before, destinations after.
 * @throws ContractError naming an unknown node, or one of another site or pipeline
 */
export async function findPlace(
  tx: Repositories,
  principal: Principal,
  { adjacentNodes, siteId, pipelineId }: Asked,
): Promise<Place> {
  const maySee = (id: string) => permits(principal, reads('PIPELINES'), id) === true;
  const nodes: Found[] = [];
  for (const [index, id] of adjacentNodes.entries()) {
    const found = await findNode(tx, id);
    if (!found || !maySee(found.siteId))
      throw refuse(index, 'unknown_node', `There is no node with the id ${id}`);
    if (siteId && found.siteId !== siteId) throw refuse(index, 'site', `${id} belongs to another site`);
    nodes.push(found);
  }
  const pipeline = pipelineId ? await requirePipeline(tx, pipelineId) : undefined;
  if (pipeline && !maySee(pipeline.site_id)) throw notFound('pipeline', pipeline.id);
  const version = pipeline && (await tx.versions.find(pipeline.id, pipeline.latest_graph_version));
  if (!version) {
    const comesAfter = ({ nodeType }: Found) => nodeType === 'SINK';
    return { before: nodes.filter((one) => !comesAfter(one)), after: nodes.filter(comesAfter) };
  }
  const held = new Set(
    (await tx.versions.nodesOf(version.pipeline_id, version.version)).map((one) => one.node_id),
  );
  const index = nodes.findIndex(({ id }) => !held.has(id));
  if (index >= 0)
    throw refuse(index, 'unknown_node', `${nodes[index]?.id} is not in the newest graph of the pipeline`);
  const edges = JSON.parse(version.edges);
  const meta = JSON.parse(version.meta_info);
  const comesAfter = (one: Found) =>
    nodes.length === 1
      ? one.nodeType === 'SINK'
      : nodes.some((other) => other.id !== one.id && pathExists({ edges }, other.id, one.id));
  const withState = nodes.map((one) => ({ ...one, isDisabled: meta[one.id]?.disabled === true }));
  return { before: withState.filter((one) => !comesAfter(one)), after: withState.filter(comesAfter) };
}
