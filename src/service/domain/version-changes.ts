import {
  type ChangeCounts,
  type ComparedGraph,
  comparedGraph,
  countChanges,
  diffVersions,
} from '../../../machines/version-compare/index.ts';
import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import type { NodeRow, TransformRow } from '../store/schema.ts';
import { configOf } from './rows.ts';

export type StoredGraph = {
  edges: Edges;
  metaInfo: MetaInfo;
  connections: readonly NodeRow[];
  transforms: readonly TransformRow[];
};

/** A stored graph under the names its nodes keep; sealed secrets are compared as they are stored. */
function compared({ edges, metaInfo, connections, transforms }: StoredGraph): ComparedGraph {
  const nodes = [
    ...connections.map((row) => ({
      id: row.id,
      key: row.id,
      nodeType: row.node_type === 'SOURCE' ? ('SOURCE' as const) : ('SINK' as const),
      // Sources and destinations are not versioned: both versions have them as they are now.
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
      config: configOf(row),
    })),
  ];
  return comparedGraph({
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges,
    meta: metaInfo,
  });
}

const NOTHING: ComparedGraph = { nodes: {}, edges: {} };

/** What a save changes against the version before it; everything is added in the first one. */
export const changesOfSave = (before: StoredGraph | undefined, after: StoredGraph): ChangeCounts =>
  countChanges(diffVersions(before ? compared(before) : NOTHING, compared(after)));
