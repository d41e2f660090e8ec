import type { Edges } from '../../contract/entities/pipeline.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';

/**
 * Where each destination's branch begins: the component after the last split on its way, or the source.
 * The optimisation of a destination is measured against what entered there.
 * @returns sink id → component id.
 */
export function branchStartsOf(
  edges: Edges,
  sourceId: string,
  sinkIds: readonly string[],
): Map<string, string> {
  const parents = new Map<string, string[]>();
  for (const [from, { nodeIds }] of Object.entries(edges)) {
    for (const to of nodeIds) parents.set(to, [...(parents.get(to) ?? []), from]);
  }
  const startOf = (sinkId: string): string => {
    let at = sinkId;
    for (;;) {
      const [parent, second] = parents.get(at) ?? [];
      if (parent === undefined || second !== undefined) return at;
      if ((edges[parent]?.nodeIds.length ?? 0) > 1) return at;
      at = parent;
    }
  };
  // One destination alone has no branch: everything the source took in was meant for it.
  return new Map(sinkIds.map((id) => [id, sinkIds.length === 1 ? sourceId : startOf(id)]));
}

/** Branch starts of the version that runs, else of the newest, as component ids. */
export async function branchStarts(tx: Repositories, pipeline: PipelineRow): Promise<Map<string, string>> {
  const version = pipeline.deployed_graph_version || pipeline.latest_graph_version;
  const [row, nodes] = await Promise.all([
    tx.versions.find(pipeline.id, version),
    tx.versions.nodesOf(pipeline.id, version),
  ]);
  if (!row) return new Map();
  const idsOf = (type: string) => nodes.filter((node) => node.node_type === type).map((node) => node.node_id);
  const transforms = await tx.transforms.findMany(idsOf('TRANSFORM'));
  const lineage = new Map(transforms.map((one) => [one.id, one.lineage_id]));
  const starts = branchStartsOf(JSON.parse(row.edges), idsOf('SOURCE')[0] ?? '', idsOf('SINK'));
  return new Map([...starts].map(([sink, start]) => [sink, lineage.get(start) ?? start]));
}
