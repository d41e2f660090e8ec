import type { ComparedEdge } from './compared-graph.ts';
import type { EdgeChange, VersionDiff } from './version-diff.ts';

export const edgeOf = (change: EdgeChange): ComparedEdge =>
  change.kind === 'removed' ? change.before : change.after;

/** True when these connections lead from one node to the other. */
function leadsTo(edges: readonly ComparedEdge[], from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    for (const edge of edges) if (edge.from === at) open.push(edge.to);
  }
  return false;
}

/**
 * Changes of connections that no added or removed node explains: a node put on a connection takes its place,
 * and a removed one leaves its neighbours connected.
 */
export function ownEdgeChanges({ nodes, edges }: VersionDiff): EdgeChange[] {
  const cameOrWent = new Set(nodes.flatMap((node) => (node.kind === 'changed' ? [] : [node.key])));
  const isAtNode = (edge: ComparedEdge) => cameOrWent.has(edge.from) || cameOrWent.has(edge.to);
  const waysOf = (kind: 'added' | 'removed') =>
    edges.filter((change) => change.kind === kind && isAtNode(edgeOf(change))).map(edgeOf);
  const ways = { added: waysOf('added'), removed: waysOf('removed') };
  return edges.filter((change) => {
    const edge = edgeOf(change);
    if (isAtNode(edge)) return false;
    if (change.kind === 'changed') return true;
    return !leadsTo(change.kind === 'added' ? ways.removed : ways.added, edge.from, edge.to);
  });
}
