import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import { type ChangeCounts, countChanges } from '../../graph/change-counts.ts';
import { type ComparedGraph, comparedGraph } from '../../graph/compared-graph.ts';
import { diffVersions } from '../../graph/version-diff.ts';
import type { NodeRow, TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';

export type StoredGraph = {
  edges: Edges;
  metaInfo: MetaInfo;
  connections: readonly NodeRow[];
  transforms: readonly TransformRow[];
};

/** Sealed secrets are compared as stored. */
function toComparedGraph({ edges, metaInfo, connections, transforms }: StoredGraph): ComparedGraph {
  const nodes = [
    ...connections.map((row) => ({
      id: row.id,
      key: row.id,
      nodeType: row.node_type === 'SOURCE' ? ('SOURCE' as const) : ('SINK' as const),
      // Connections are not versioned, so both versions show the current ones.
      name: row.name,
      templateId: row.template_id,
      config: {},
    })),
    ...transforms.map((row) => ({
      id: row.id,
      key: row.lineage_id,
      nodeType: 'TRANSFORM' as const,
      name: row.name,
      description: row.description,
      templateId: row.template_id,
      config: parseConfig(row),
    })),
  ];
  return comparedGraph({
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges,
    meta: metaInfo,
  });
}

const NOTHING: ComparedGraph = { nodes: {}, edges: {} };

/** In the first version everything is added. */
export const countSaveChanges = (before: StoredGraph | undefined, after: StoredGraph): ChangeCounts =>
  countChanges(diffVersions(before ? toComparedGraph(before) : NOTHING, toComparedGraph(after)));
