import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';

/** The nodes in topological order; nodes in a cycle come last. */
export function sortByFlow(draft: Draft): DraftNode[] {
  const waiting = new Map(Object.keys(draft.nodes).map((id) => [id, new Set(predecessorsOf(draft, id))]));
  const order: string[] = [];
  for (;;) {
    const next = [...waiting].find(([, before]) => before.size === 0)?.[0];
    if (next === undefined) break;
    order.push(next);
    waiting.delete(next);
    for (const before of waiting.values()) before.delete(next);
  }
  return [...order, ...waiting.keys()].flatMap((id) => draft.nodes[id] ?? []);
}
