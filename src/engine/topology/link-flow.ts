import { shortKey } from '../event/ids.ts';
import type { ErrorOwner } from './error-log.ts';
import type { EventConsumer, FlowNode, Trace } from './flow.ts';
import type { GraphNode } from './plan-graph.ts';
import { readsOrigin } from './reads-origin.ts';
import { branchesOf } from './routing.ts';
import type { ReadyTransform } from './transform-node.ts';

export type FlowParts = {
  readonly transforms: ReadonlyMap<GraphNode, ReadyTransform>;
  /** Undefined for a disabled destination. */
  findQueue(sink: GraphNode): EventConsumer | undefined;
  ownerOf(node: GraphNode): ErrorOwner;
  /** Replaces the source's next nodes as receivers of its output; null keeps them. */
  insteadOf?(source: GraphNode): EventConsumer[] | null;
  traceOf?(node: GraphNode): Trace | null;
  /** Pipeline part of event ids; null when no destination sends ids. */
  readonly idKey?: string | null;
};

/** Builds flow nodes in flow order; destinations become queues. */
export function linkFlow(order: readonly GraphNode[], parts: FlowParts): Map<GraphNode, FlowNode> {
  const nodes = new Map<GraphNode, FlowNode>();
  const tracksOrigin = originTracker(order, parts);
  for (const node of order.toReversed()) {
    if (node.plan.nodeType === 'SINK') continue;
    const next = node.next.flatMap((one) => nodes.get(one) ?? []);
    const queues = node.next.flatMap((one) => queueTo(one, parts) ?? []);
    const instead = node.plan.nodeType === 'SOURCE' ? (parts.insteadOf?.(node) ?? null) : null;
    const ready = parts.transforms.get(node);
    nodes.set(node, {
      owner: parts.ownerOf(node),
      name: node.plan.name,
      transform: ready?.running ?? null,
      condition: ready?.condition ?? null,
      onlyDrops: ready?.onlyDrops ?? true,
      state: ready?.state ?? null,
      next: instead ? [] : next,
      queues: instead ?? queues,
      branches: branchesOf(node, ready?.running.router, {
        node: (one) => nodes.has(one),
        queue: (one) => queueTo(one, parts) !== undefined,
      }),
      trace: parts.traceOf?.(node) ?? null,
      idKey: node.plan.nodeType === 'SOURCE' ? idKeyOf(node, parts) : null,
      tracksOrigin,
      sourceName: node.plan.nodeType === 'SOURCE' ? node.plan.name : null,
      key: shortKey(node.plan.componentId),
      edges: edgesOf(node, next, queues.length > 0),
    });
  }
  return nodes;
}

export const sourcesOf = (nodes: ReadonlyMap<GraphNode, FlowNode>): Map<string, FlowNode> =>
  new Map(
    [...nodes].flatMap(([{ plan }, node]) =>
      plan.nodeType === 'SOURCE' ? [[plan.componentId, node] as const] : [],
    ),
  );

/** Captures show it too. */
function originTracker(order: readonly GraphNode[], { ownerOf }: FlowParts): () => boolean {
  if (order.some(({ plan }) => readsOrigin(plan.config))) return () => true;
  const metrics = order.map((node) => ownerOf(node).metrics);
  return () => metrics.some(({ taps }) => taps !== null);
}

/** Two pipelines may turn one source event into different ones. */
const idKeyOf = ({ plan }: GraphNode, { idKey = null }: FlowParts): string | null =>
  idKey === null ? null : shortKey(idKey, plan.componentId);

/** Edge names in event ids. The first edge has none; others must differ where branches rejoin. */
const edgesOf = ({ plan }: GraphNode, next: readonly FlowNode[], hasQueues: boolean): (string | null)[] =>
  next.map(({ owner }, i) => (i === 0 && !hasQueues ? null : shortKey(plan.componentId, owner.componentId)));

const queueTo = (next: GraphNode, { findQueue }: FlowParts): EventConsumer | undefined =>
  next.plan.nodeType === 'SINK' ? findQueue(next) : undefined;
