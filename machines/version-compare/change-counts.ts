import { ownEdgeChanges } from './own-edges.ts';
import type { EdgeChange, NodeChange, VersionDiff } from './version-diff.ts';

/** A connection that found another end: one removed and one added that share the other end. */
export type MovedEdge = {
  before: Extract<EdgeChange, { kind: 'removed' }>;
  after: Extract<EdgeChange, { kind: 'added' }>;
};

/**
 * Connections that moved, each of its removed and added halves used once: first those that leave the same
 * node, then those that reach the same one. `rest` are the changes that are no move.
 */
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

/** Nothing but the name differs. */
export const isRenamed = (change: NodeChange): boolean =>
  change.kind === 'changed' && change.fields.every(({ field }) => field === 'name');

/** How much changed, as a list of versions says it: nodes, and connections that changed by themselves. */
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

const some = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** `+1 node`, `−2 nodes`, `~1 config`, `~1 name`, `~2 connections`; nothing for what did not change. */
export function changeChips(counts: ChangeCounts): ChangeChip[] {
  const { added, removed, changed, renamed, connections } = counts;
  const chips: (ChangeChip & { count: number })[] = [
    { count: added, kind: 'added', text: `+${some(added, 'node')}` },
    { count: removed, kind: 'removed', text: `−${some(removed, 'node')}` },
    { count: changed, kind: 'changed', text: `~${some(changed, 'config')}` },
    { count: renamed, kind: 'changed', text: `~${some(renamed, 'name')}` },
    { count: connections, kind: 'changed', text: `~${some(connections, 'connection')}` },
  ];
  return chips.filter(({ count }) => count > 0).map(({ count: _count, ...chip }) => chip);
}
