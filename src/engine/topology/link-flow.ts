import type { ErrorOwner } from './error-log.ts';
import type { FlowNode, Taker, Trace } from './flow.ts';
import type { GraphNode } from './plan-graph.ts';
import { branchesOf } from './routing.ts';
import type { ReadyTransform } from './transform-node.ts';

export type FlowParts = {
  /** Those that are not disabled. */
  readonly transforms: ReadonlyMap<GraphNode, ReadyTransform>;
  /** Undefined for a destination that gets nothing, because it is disabled. */
  laneOf(sink: GraphNode): Taker | undefined;
  ownerOf(node: GraphNode): ErrorOwner;
  /** What takes everything that a source sends, in place of the nodes after it; null when those do. */
  insteadOf?(source: GraphNode): Taker[] | null;
  traceOf?(node: GraphNode): Trace | null;
};

/** Makes the nodes of a flow of those of a graph, given in order of flow; destinations are their lanes. */
export function linkFlow(order: readonly GraphNode[], parts: FlowParts): Map<GraphNode, FlowNode> {
  const nodes = new Map<GraphNode, FlowNode>();
  for (const node of order.toReversed()) {
    if (node.plan.nodeType === 'SINK') continue;
    const instead = node.plan.nodeType === 'SOURCE' ? (parts.insteadOf?.(node) ?? null) : null;
    const ready = parts.transforms.get(node);
    nodes.set(node, {
      owner: parts.ownerOf(node),
      name: node.plan.name,
      transform: ready?.running ?? null,
      condition: ready?.condition ?? null,
      onlyDrops: ready?.onlyDrops ?? true,
      holding: ready?.holding ?? null,
      next: instead ? [] : node.next.flatMap((next) => nodes.get(next) ?? []),
      lanes: instead ?? node.next.flatMap((next) => laneTo(next, parts) ?? []),
      branches: branchesOf(node, ready?.running.router, {
        node: (next) => nodes.has(next),
        lane: (next) => laneTo(next, parts) !== undefined,
      }),
      trace: parts.traceOf?.(node) ?? null,
    });
  }
  return nodes;
}

const laneTo = (next: GraphNode, { laneOf }: FlowParts): Taker | undefined =>
  next.plan.nodeType === 'SINK' ? laneOf(next) : undefined;
