import { shortKey } from '../event/ids.ts';
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
  /** The pipeline, which ids of events begin with; null when no destination asks for them. */
  readonly idKey?: string | null;
};

/** Makes the nodes of a flow of those of a graph, given in order of flow; destinations are their lanes. */
export function linkFlow(order: readonly GraphNode[], parts: FlowParts): Map<GraphNode, FlowNode> {
  const nodes = new Map<GraphNode, FlowNode>();
  for (const node of order.toReversed()) {
    if (node.plan.nodeType === 'SINK') continue;
    const next = node.next.flatMap((one) => nodes.get(one) ?? []);
    const lanes = node.next.flatMap((one) => laneTo(one, parts) ?? []);
    const instead = node.plan.nodeType === 'SOURCE' ? (parts.insteadOf?.(node) ?? null) : null;
    const ready = parts.transforms.get(node);
    nodes.set(node, {
      owner: parts.ownerOf(node),
      name: node.plan.name,
      transform: ready?.running ?? null,
      condition: ready?.condition ?? null,
      onlyDrops: ready?.onlyDrops ?? true,
      holding: ready?.holding ?? null,
      next: instead ? [] : next,
      lanes: instead ?? lanes,
      branches: branchesOf(node, ready?.running.router, {
        node: (one) => nodes.has(one),
        lane: (one) => laneTo(one, parts) !== undefined,
      }),
      trace: parts.traceOf?.(node) ?? null,
      idKey: node.plan.nodeType === 'SOURCE' ? idKeyOf(node, parts) : null,
      key: shortKey(node.plan.componentId),
      edges: edgesOf(node, next, lanes.length > 0),
    });
  }
  return nodes;
}

/** The sources of a flow, by component. */
export const sourcesOf = (nodes: ReadonlyMap<GraphNode, FlowNode>): Map<string, FlowNode> =>
  new Map(
    [...nodes].flatMap(([{ plan }, node]) =>
      plan.nodeType === 'SOURCE' ? [[plan.componentId, node] as const] : [],
    ),
  );

/** Two pipelines may make other events of those of one source. */
const idKeyOf = ({ plan }: GraphNode, { idKey = null }: FlowParts): string | null =>
  idKey === null ? null : shortKey(idKey, plan.componentId);

/**
 * Names of the ways to the next nodes, but of the first way: two that meet again lead events to the same place, which
 * must be told apart there.
 */
const edgesOf = ({ plan }: GraphNode, next: readonly FlowNode[], hasLanes: boolean): (string | null)[] =>
  next.map(({ owner }, i) => (i === 0 && !hasLanes ? null : shortKey(plan.componentId, owner.componentId)));

const laneTo = (next: GraphNode, { laneOf }: FlowParts): Taker | undefined =>
  next.plan.nodeType === 'SINK' ? laneOf(next) : undefined;
