import { counted } from '../contract/values.ts';
import type { ComparedEdge } from './compared-graph.ts';
import { type EdgeChange, edgeOf, type NodeChange, type VersionDiff } from './version-diff.ts';
import { type Edges, pathExists } from './walk.ts';

const edgesFrom = (connections: readonly ComparedEdge[]): Edges =>
  Object.fromEntries(
    [...Map.groupBy(connections, ({ from }) => from)].map(([from, all]) => [
      from,
      { nodeIds: all.map(({ to }) => to) },
    ]),
  );

/** Connection changes not caused by an added or removed node. */
export function ownEdgeChanges({ nodes, edges }: VersionDiff): EdgeChange[] {
  const cameOrWent = new Set(nodes.flatMap((node) => (node.kind === 'changed' ? [] : [node.key])));
  const isAtNode = (edge: ComparedEdge) => cameOrWent.has(edge.from) || cameOrWent.has(edge.to);
  const listWays = (kind: 'added' | 'removed') => ({
    edges: edgesFrom(edges.filter((change) => change.kind === kind && isAtNode(edgeOf(change))).map(edgeOf)),
  });
  const ways = { added: listWays('added'), removed: listWays('removed') };
  return edges.filter((change) => {
    const edge = edgeOf(change);
    if (isAtNode(edge)) return false;
    if (change.kind === 'changed') return true;
    return !pathExists(change.kind === 'added' ? ways.removed : ways.added, edge.from, edge.to);
  });
}

export type MovedEdge = {
  before: Extract<EdgeChange, { kind: 'removed' }>;
  after: Extract<EdgeChange, { kind: 'added' }>;
};

/** Pairs with a common upstream node first, then downstream. */
export function movedEdges(changes: readonly EdgeChange[]): { moved: MovedEdge[]; rest: EdgeChange[] } {
  const removed = changes.filter((change) => change.kind === 'removed');
  const added = changes.filter((change) => change.kind === 'added');
  const moved: MovedEdge[] = [];
  for (const end of ['from', 'to'] as const) {
    for (const before of removed) {
      if (moved.some((one) => one.before === before)) continue;
      const after = added.find(
        (one) => one.after[end] === before.before[end] && !moved.some((move) => move.after === one),
      );
      if (after) moved.push({ before, after });
    }
  }
  const used = new Set<EdgeChange>(moved.flatMap(({ before, after }) => [before, after]));
  return { moved, rest: changes.filter((change) => !used.has(change)) };
}

export const isRenamed = (change: NodeChange): boolean =>
  change.kind === 'changed' && change.fields.every(({ field }) => field === 'name');

/** `connections` excludes changes caused by nodes. */
export type ChangeCounts = {
  added: number;
  removed: number;
  changed: number;
  renamed: number;
  connections: number;
};

export function countChanges(diff: VersionDiff): ChangeCounts {
  const count = (isCounted: (change: NodeChange) => boolean) => diff.nodes.filter(isCounted).length;
  const { moved, rest } = movedEdges(ownEdgeChanges(diff));
  return {
    added: count(({ kind }) => kind === 'added'),
    removed: count(({ kind }) => kind === 'removed'),
    changed: count((change) => change.kind === 'changed' && !isRenamed(change)),
    renamed: count(isRenamed),
    connections: moved.length + rest.length,
  };
}

export type ChangeChip = { kind: 'added' | 'removed' | 'changed'; text: string };

/** `1 node added`, `2 nodes changed`, `1 connection changed` …; zeros are left out. */
export function changeChips(counts: ChangeCounts): ChangeChip[] {
  const { added, removed, changed, renamed, connections } = counts;
  const chips: (ChangeChip & { count: number })[] = [
    { count: added, kind: 'added', text: `${counted(added, 'node')} added` },
    { count: removed, kind: 'removed', text: `${counted(removed, 'node')} removed` },
    { count: changed, kind: 'changed', text: `${counted(changed, 'node')} changed` },
    { count: renamed, kind: 'changed', text: `${counted(renamed, 'node')} renamed` },
    { count: connections, kind: 'changed', text: `${counted(connections, 'connection')} changed` },
  ];
  return chips.filter(({ count }) => count > 0).map(({ count: _count, ...chip }) => chip);
}
