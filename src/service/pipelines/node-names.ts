import type { NodeType } from '../../contract/enums.ts';
import type { Repositories } from '../store/index.ts';

export type NamedNode = { name: string; nodeType: NodeType; templateId: string };

export type ReportedNode = { nodeId: string; pipelineId: string; siteId: string };

/**
 * Names of reported nodes. A remote engine may report any id, so only existing nodes of the pipeline, and
 * connections of its site, are found.
 */
export async function readNamedNodes(
  store: Pick<Repositories, 'nodes' | 'transforms'>,
  nodeIds: Iterable<string>,
): Promise<(reported: ReportedNode) => NamedNode | undefined> {
  const ids = [...new Set(nodeIds)];
  const [connections, transforms] = await Promise.all([
    store.nodes.findMany(ids),
    store.transforms.findMany(ids),
  ]);
  const nodes = new Map<string, NamedNode & { owner: string }>();
  for (const row of connections) {
    const nodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
    nodes.set(row.id, { name: row.name, nodeType, templateId: row.template_id, owner: row.site_id });
  }
  for (const row of transforms) {
    const { name, template_id: templateId, pipeline_id: owner } = row;
    nodes.set(row.id, { name, nodeType: 'TRANSFORM', templateId, owner });
  }
  return ({ nodeId, pipelineId, siteId }) => {
    const node = nodes.get(nodeId);
    return node && node.owner === (node.nodeType === 'TRANSFORM' ? pipelineId : siteId) ? node : undefined;
  };
}
