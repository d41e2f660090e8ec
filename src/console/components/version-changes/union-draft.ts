import { type ComparedEdge, comparedGraph, edgeKeyOf, keysOf } from '../../../graph/compared-graph.ts';
import type { Draft } from '../../../graph/draft.ts';
import { diffVersions, edgeOf, type VersionDiff } from '../../../graph/version-diff.ts';
import { pathExists } from '../../../graph/walk.ts';
import type { GraphDiff } from '../widgets/graph/types.ts';

export type Union = { draft: Draft; diff: VersionDiff; marks: GraphDiff };

type Outputs = Readonly<Record<string, readonly string[]>>;

const renameOutputTargets = (outputs: Outputs, findKey: (id: string) => string) =>
  Object.fromEntries(Object.entries(outputs).map(([name, ids]) => [name, ids.map(findKey)]));

function renameByKeys(draft: Draft): Draft {
  const keys = keysOf(draft);
  const findKey = (id: string) => keys.get(id) ?? id;
  return {
    ...draft,
    nodes: Object.fromEntries(
      Object.values(draft.nodes).map((node) => [findKey(node.id), { ...node, id: findKey(node.id) }]),
    ),
    edges: Object.fromEntries(
      Object.entries(draft.edges).map(([id, { nodeIds }]) => [
        findKey(id),
        { nodeIds: nodeIds.map(findKey) },
      ]),
    ),
    meta: Object.fromEntries(
      Object.entries(draft.meta).map(([id, { lineageId: _lineage, outputs, ...meta }]) => [
        findKey(id),
        { ...meta, ...(outputs ? { outputs: renameOutputTargets(outputs, findKey) } : {}) },
      ]),
    ),
  };
}

function addEdge(draft: Draft, { from, to }: ComparedEdge): Draft {
  // An edge reversed between versions would form a cycle, which cannot be drawn; the list shows it.
  if (pathExists(draft, to, from)) return draft;
  const nodeIds = draft.edges[from]?.nodeIds ?? [];
  return { ...draft, edges: { ...draft.edges, [from]: { nodeIds: [...nodeIds, to] } } };
}

/** Shared nodes and edges are the newer version's. */
export function mergeDrafts(before: Draft, after: Draft): Union {
  const diff = diffVersions(comparedGraph(before), comparedGraph(after));
  const [was, is] = [renameByKeys(before), renameByKeys(after)];
  const nodes: Draft = {
    ...is,
    nodes: { ...was.nodes, ...is.nodes },
    meta: { ...was.meta, ...is.meta },
  };
  const draft = diff.edges
    .filter(({ kind }) => kind === 'removed')
    .map(edgeOf)
    .reduce(addEdge, nodes);
  const marks: GraphDiff = {
    nodes: Object.fromEntries(diff.nodes.map(({ key, kind }) => [key, kind])),
    edges: Object.fromEntries(diff.edges.map((change) => [edgeKeyOf(edgeOf(change)), change.kind])),
  };
  return { draft, diff, marks };
}
