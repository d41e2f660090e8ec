import type { PipelinePlan, PlanNode } from '../port.ts';
import { refusal } from './problems.ts';

/** A node of a plan with what follows it. */
export type GraphNode = { readonly plan: PlanNode; readonly disabled: boolean; readonly next: GraphNode[] };

/**
 * Reads a plan into linked nodes, in order of flow (every node after what feeds it).
 * @throws EngineError when the graph cannot run; the service checks the same before.
 */
export function readPlan(plan: PipelinePlan): GraphNode[] {
  const nodes = new Map<string, GraphNode>();
  const components = new Set<string>();
  for (const node of plan.nodes) {
    if (nodes.has(node.id) || components.has(node.componentId)) throw twice(node);
    components.add(node.componentId);
    nodes.set(node.id, { plan: node, disabled: plan.metaInfo[node.id]?.disabled === true, next: [] });
  }
  for (const [from, { nodeIds }] of Object.entries(plan.edges)) {
    if (nodeIds.length === 0) continue;
    const start = nodes.get(from) ?? unknown(from);
    for (const to of new Set(nodeIds)) start.next.push(checkEdge(start, nodes.get(to) ?? unknown(to)));
  }
  const sources = [...nodes.values()].filter((node) => node.plan.nodeType === 'SOURCE');
  if (sources.length === 0) throw missing('NoSource', 'source');
  if (![...nodes.values()].some((node) => node.plan.nodeType === 'SINK'))
    throw missing('NoDestination', 'destination');
  return inOrder(nodes, sources);
}

/** Depth first from the sources: finds cycles, and nodes that nothing reaches. */
function inOrder(nodes: Map<string, GraphNode>, sources: GraphNode[]): GraphNode[] {
  const done = new Set<GraphNode>();
  const open = new Set<GraphNode>();
  const order: GraphNode[] = [];
  const stack: { node: GraphNode; at: number }[] = [];
  for (const source of sources) {
    if (done.has(source)) continue;
    stack.push({ node: source, at: 0 });
    open.add(source);
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
  const lost = [...nodes.values()].find((node) => !done.has(node));
  if (lost) throw lost.next.length > 0 && isOnCycle(lost) ? cycle(lost) : unreachable(lost);
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
    [],
    ['Remove the connection'],
  );
}
