import { type Draft, pathExists } from '../../../../../machines/pipeline-editor/index.ts';
import {
  type ComparedEdge,
  comparedGraph,
  diffVersions,
  edgeKeyOf,
  edgeOf,
  keysOf,
  type VersionDiff,
} from '../../../../../machines/version-compare/index.ts';
import type { GraphDiff } from '../../../widgets/graph/types.ts';

/** Two versions drawn as one graph, by the names nodes keep. */
export type Union = { draft: Draft; diff: VersionDiff; marks: GraphDiff };

type Outputs = Readonly<Record<string, readonly string[]>>;

const outputsByKeys = (outputs: Outputs, keyOf: (id: string) => string) =>
  Object.fromEntries(Object.entries(outputs).map(([name, ids]) => [name, ids.map(keyOf)]));

/** The draft with the keys of its nodes as their ids. */
function byKeys(draft: Draft): Draft {
  const keys = keysOf(draft);
  const keyOf = (id: string) => keys.get(id) ?? id;
  return {
    ...draft,
    nodes: Object.fromEntries(
      Object.values(draft.nodes).map((node) => [keyOf(node.id), { ...node, id: keyOf(node.id) }]),
    ),
    edges: Object.fromEntries(
      Object.entries(draft.edges).map(([id, { nodeIds }]) => [keyOf(id), { nodeIds: nodeIds.map(keyOf) }]),
    ),
    meta: Object.fromEntries(
      Object.entries(draft.meta).map(([id, { lineageId: _lineage, outputs, ...meta }]) => [
        keyOf(id),
        { ...meta, ...(outputs ? { outputs: outputsByKeys(outputs, keyOf) } : {}) },
      ]),
    ),
  };
}

function withEdge(draft: Draft, { from, to }: ComparedEdge): Draft {
  // Turned round, a connection of both versions would close a circle, which cannot be drawn: the list has it.
  if (pathExists(draft, to, from)) return draft;
  const nodeIds = draft.edges[from]?.nodeIds ?? [];
  return { ...draft, edges: { ...draft.edges, [from]: { nodeIds: [...nodeIds, to] } } };
}

/** All nodes and connections of both versions, those of the newer one as they are there. */
export function unionOf(before: Draft, after: Draft): Union {
  const diff = diffVersions(comparedGraph(before), comparedGraph(after));
  const [was, is] = [byKeys(before), byKeys(after)];
  const nodes: Draft = {
    ...is,
    nodes: { ...was.nodes, ...is.nodes },
    meta: { ...was.meta, ...is.meta },
  };
  const draft = diff.edges
    .filter(({ kind }) => kind === 'removed')
    .map(edgeOf)
    .reduce(withEdge, nodes);
  const marks: GraphDiff = {
    nodes: Object.fromEntries(diff.nodes.map(({ key, kind }) => [key, kind])),
    edges: Object.fromEntries(diff.edges.map((change) => [edgeKeyOf(edgeOf(change)), change.kind])),
  };
  return { draft, diff, marks };
}
