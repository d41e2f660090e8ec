import type { PipelinePlan, PlanNode } from '../port.ts';
import { refusal } from './problems.ts';

/** A node of a plan with what follows it; `outputs` names the ids of those by its named outputs. */
export type GraphNode = {
  readonly plan: PlanNode;
  readonly disabled: boolean;
  readonly next: GraphNode[];
  readonly outputs: Readonly<Record<string, readonly string[]>>;
};

type Drawn = Pick<PipelinePlan, 'nodes' | 'edges' | 'metaInfo'>;

/**
 * Reads a plan into linked nodes, in order of flow (every node after what feeds it).
 * @throws EngineError when the graph cannot run; the service checks the same before.
 */
export function readPlan(plan: Drawn): GraphNode[] {
  const nodes = link(plan);
  const sources = [...nodes.values()].filter((node) => node.plan.nodeType === 'SOURCE');
  if (sources.length === 0) throw missing('NoSource', 'source');
  if (![...nodes.values()].some((node) => node.plan.nodeType === 'SINK'))
    throw missing('NoDestination', 'destination');
  const order = inOrder(sources);
  const done = new Set(order);
  const lost = [...nodes.values()].find((node) => !done.has(node));
  if (lost) throw lost.next.length > 0 && isOnCycle(lost) ? cycle(lost) : unreachable(lost);
  return order;
}

/**
 * Reads what can be reached from a node, from the source when none is named, in order of flow: the first is
 * that node. Nothing has to be finished, and other nodes are left alone.
 * @throws EngineError
 */
export function readDraft(draft: Drawn, startNodeId: string | undefined): [GraphNode, ...GraphNode[]] {
  const nodes = link(draft);
  const start =
    startNodeId === undefined
      ? [...nodes.values()].find((node) => node.plan.nodeType === 'SOURCE')
      : (nodes.get(startNodeId) ?? unknown(startNodeId));
  if (!start) throw missing('NoSource', 'source');
  const [, ...others] = inOrder([start]);
  return [start, ...others];
}

function link(plan: Drawn): Map<string, GraphNode> {
  const nodes = new Map<string, GraphNode>();
  const components = new Set<string>();
  for (const node of plan.nodes) {
    if (nodes.has(node.id) || components.has(node.componentId)) throw twice(node);
    components.add(node.componentId);
    const { disabled = false, outputs = {} } = plan.metaInfo[node.id] ?? {};
    nodes.set(node.id, { plan: node, disabled, next: [], outputs });
  }
  for (const [from, { nodeIds }] of Object.entries(plan.edges)) {
    if (nodeIds.length === 0) continue;
    const start = nodes.get(from) ?? unknown(from);
    for (const to of new Set(nodeIds)) start.next.push(checkEdge(start, nodes.get(to) ?? unknown(to)));
  }
  return nodes;
}

/** Depth first: what can be reached from `starts`; finds cycles. */
function inOrder(starts: readonly GraphNode[]): GraphNode[] {
  const done = new Set<GraphNode>();
  const open = new Set<GraphNode>();
  const order: GraphNode[] = [];
  const stack: { node: GraphNode; at: number }[] = [];
  for (const start of starts) {
    if (done.has(start)) continue;
    stack.push({ node: start, at: 0 });
    open.add(start);
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const next = top.node.next[top.at++];
      if (next === undefined) {
        stack.pop();
        open.delete(top.node);
        done.add(top.node);
        order.push(top.node);
      } else if (open.has(next)) throw cycle(next);
      else if (!done.has(next)) {
        open.add(next);
        stack.push({ node: next, at: 0 });
      }
    }
  }
  return order.reverse();
}

function isOnCycle(start: GraphNode): boolean {
  const seen = new Set<GraphNode>();
  const waiting = [...start.next];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node === start) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    waiting.push(...node.next);
  }
  return false;
}

function checkEdge(from: GraphNode, to: GraphNode): GraphNode {
  if (to.plan.nodeType === 'SOURCE')
    throw refusal(
      'EdgeIntoSource',
      `'${from.plan.name}' leads into the source '${to.plan.name}'`,
      ['A source takes data from outside only'],
      ['Remove the connection into the source'],
      to.plan.id,
    );
  if (from.plan.nodeType === 'SINK')
    throw refusal(
      'EdgeOutOfDestination',
      `The destination '${from.plan.name}' leads to '${to.plan.name}'`,
      ['A destination passes nothing on'],
      ['Remove the connection behind the destination'],
      from.plan.id,
    );
  return to;
}

const twice = (node: PlanNode) =>
  refusal(
    'DuplicateNode',
    `'${node.name}' is in the graph twice`,
    ['Two nodes have the same id'],
    ['Remove one of the two'],
    node.id,
  );

const missing = (errorName: string, what: string) =>
  refusal(errorName, `The graph has no ${what}`, [`No node is a ${what}`], [`Add a ${what}`]);

const cycle = (node: GraphNode) =>
  refusal(
    'Cycle',
    `'${node.plan.name}' leads back to itself`,
    ['Data would go round for ever'],
    ['Remove one connection of the circle'],
    node.plan.id,
  );

const unreachable = (node: GraphNode) =>
  refusal(
    'Unreachable',
    `No data can reach '${node.plan.name}'`,
    ['No path leads from a source to this node'],
    ['Connect it, or remove it'],
    node.plan.id,
  );

function unknown(id: string): never {
  throw refusal(
    'UnknownNode',
    `A connection names the node ${id}, which is not in the graph`,
    ['The node was removed from the graph, and the connection to it was not'],
    ['Remove the connection from the graph, or add the node again'],
  );
}
