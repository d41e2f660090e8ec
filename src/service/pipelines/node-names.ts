import type { NodeType } from '../../contract/enums.ts';
import type { Repositories } from '../store/index.ts';

export type NamedNode = { name: string; nodeType: NodeType; templateId: string };

/** Deleted ones are left out. */
export async function readNamedNodes(
  store: Pick<Repositories, 'nodes' | 'transforms'>,
  nodeIds: Iterable<string>,
): Promise<Map<string, NamedNode>> {
  const ids = [...new Set(nodeIds)];
  const [connections, transforms] = await Promise.all([
    store.nodes.findMany(ids),
    store.transforms.findMany(ids),
  ]);
  const nodes = new Map<string, NamedNode>();
  for (const row of connections) {
    const nodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
    nodes.set(row.id, { name: row.name, nodeType, templateId: row.template_id });
  }
  for (const row of transforms) {
    nodes.set(row.id, { name: row.name, nodeType: 'TRANSFORM', templateId: row.template_id });
  }
  return nodes;
}
