import type { NodeType } from '../contract/enums.ts';

/** By stable key. Sources and destinations are not versioned, so they have no configuration here. */
export type ComparedNode = {
  key: string;
  nodeType: NodeType;
  name: string;
  description: string;
  templateId: string;
  config: Readonly<Record<string, unknown>>;
  disabled: boolean;
  notes: string;
};

/** `outputs`: ordered named outputs of this connection, or empty. */
export type ComparedEdge = { from: string; to: string; outputs: readonly string[] };

/** A graph version without row ids, which change on each save. Edges are keyed by `edgeKeyOf`. */
export type ComparedGraph = {
  nodes: Readonly<Record<string, ComparedNode>>;
  edges: Readonly<Record<string, ComparedEdge>>;
};

export const edgeKeyOf = ({ from, to }: { from: string; to: string }): string => `${from}>${to}`;

type GraphNodeLike = {
  id: string;
  /** A transform's lineage; the id by default. */
  key?: string | undefined;
  nodeType: NodeType;
  name: string;
  description?: string | undefined;
  templateId: string;
  config: Readonly<Record<string, unknown>>;
};

type MetaLike = {
  disabled?: boolean | undefined;
  notes?: string | undefined;
  lineageId?: string | undefined;
  outputs?: Readonly<Record<string, readonly string[]>> | undefined;
};

export type GraphLike = {
  nodes: Readonly<Record<string, GraphNodeLike>>;
  edges: Readonly<Record<string, { nodeIds: readonly string[] }>>;
  meta: Readonly<Record<string, MetaLike>>;
};

/** By node id. If two nodes share a lineage, the second keeps its id. */
export function keysOf({ nodes, meta }: Pick<GraphLike, 'nodes' | 'meta'>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, key } of Object.values(nodes)) {
    const wanted = key ?? meta[id]?.lineageId ?? id;
    const free = taken.has(wanted) ? id : wanted;
    taken.add(free);
    keys.set(id, free);
  }
  return keys;
}

const outputsTo = (meta: MetaLike | undefined, id: string): string[] =>
  Object.entries(meta?.outputs ?? {})
    .filter(([, ids]) => ids.includes(id))
    .map(([name]) => name)
    .sort();

/** Drops connections to unknown nodes. */
export function comparedGraph(graph: GraphLike): ComparedGraph {
  const { nodes, edges, meta } = graph;
  const keys = keysOf(graph);
  const compared: ComparedNode[] = Object.values(nodes).map((node) => ({
    key: keys.get(node.id) ?? node.id,
    nodeType: node.nodeType,
    name: node.name,
    description: node.description ?? '',
    templateId: node.templateId,
    config: node.nodeType === 'TRANSFORM' ? node.config : {},
    disabled: meta[node.id]?.disabled ?? false,
    notes: meta[node.id]?.notes ?? '',
  }));
  const connections = Object.entries(edges).flatMap(([fromId, { nodeIds }]) =>
    nodeIds.flatMap((toId): ComparedEdge[] => {
      const [from, to] = [keys.get(fromId), keys.get(toId)];
      return from === undefined || to === undefined
        ? []
        : [{ from, to, outputs: outputsTo(meta[fromId], toId) }];
    }),
  );
  return {
    nodes: Object.fromEntries(compared.map((node) => [node.key, node])),
    edges: Object.fromEntries(connections.map((edge) => [edgeKeyOf(edge), edge])),
  };
}
