import type { Draft } from '../../../graph/draft.ts';
import type { Union } from './union-draft.ts';

/**
 * Changed nodes and their neighbors, for small places, without edges to others. Everything if nothing
 * changed.
 */
export function pickNearChanges(union: Union): { union: Union; leftOut: number } {
  const { draft, marks } = union;
  const near = new Set(Object.keys(marks.nodes));
  const ends = Object.keys(marks.edges).map((key) => key.split('>'));
  for (const [from, { nodeIds }] of Object.entries(draft.edges))
    for (const to of nodeIds)
      if (marks.nodes[from] || marks.nodes[to] || ends.some(([a, b]) => a === from && b === to)) {
        near.add(from);
        near.add(to);
      }
  const ids = Object.keys(draft.nodes).filter((id) => near.has(id));
  if (ids.length === 0) return { union, leftOut: 0 };
  const keep = <Value>(byId: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => near.has(id)));
  const shown: Draft = {
    ...draft,
    nodes: keep(draft.nodes),
    meta: keep(draft.meta),
    edges: Object.fromEntries(
      Object.entries(keep(draft.edges)).map(([id, { nodeIds }]) => [
        id,
        { nodeIds: nodeIds.filter((to) => near.has(to)) },
      ]),
    ),
  };
  return { union: { ...union, draft: shown }, leftOut: Object.keys(draft.nodes).length - ids.length };
}
