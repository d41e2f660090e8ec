import type { DraftNode } from '../../graph/draft.ts';
import {
  type DraftProblem,
  findConnectionProblems,
  type GraphRule,
  type PipelineGraph,
} from '../../graph/validate.ts';
import { sortByFlow } from '../../graph/walk.ts';
import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import { refusal } from './problems.ts';

/** `outputs`: successor ids by named output. */
export type GraphNode = {
  readonly plan: PlanNode;
  readonly disabled: boolean;
  readonly next: GraphNode[];
  readonly outputs: Readonly<Record<string, readonly string[]>>;
};

type Drawn = Pick<PipelinePlan, 'nodes' | 'edges' | 'metaInfo'>;

/** Graph rules the engine enforces. The others only apply when saving. */
const ERROR_NAMES: Partial<Record<GraphRule, string>> = {
  no_source: 'NoSource',
  no_sink: 'NoDestination',
  unknown_node: 'UnknownNode',
  source_has_input: 'EdgeIntoSource',
  sink_has_output: 'EdgeOutOfDestination',
  cycle: 'Cycle',
  unconnected: 'Unreachable',
  unreachable: 'Unreachable',
  loose_output: 'LooseOutput',
};

/** Rules that also apply to unfinished drafts. */
const RULES_OF_DRAFTS: readonly DraftProblem['rule'][] = [
  'unknown_node',
  'source_has_input',
  'sink_has_output',
  'cycle',
];

/**
 * Links the nodes of a plan in flow order.
 * @throws EngineError for an invalid graph; the service checks earlier
 */
export function readPlan(plan: Drawn): GraphNode[] {
  const graph = toGraph(plan);
  refuseFirst(graph, ({ rule }) => rule in ERROR_NAMES);
  const sources = plan.nodes.filter(({ nodeType }) => nodeType === 'SOURCE').map(({ id }) => id);
  return link(plan, sortByFlow(graph, sources));
}

/**
 * Links the nodes reachable from a start node (default: the source), start first. Allows unfinished nodes.
 * @throws EngineError
 */
export function readDraft(draft: Drawn, startNodeId: string | undefined): [GraphNode, ...GraphNode[]] {
  const whole = toGraph(draft);
  const startId = startNodeId ?? draft.nodes.find(({ nodeType }) => nodeType === 'SOURCE')?.id;
  if (startId === undefined) refuseFirst(whole, ({ rule }) => rule === 'no_source');
  const order = sortByFlow(whole, startId === undefined ? [] : [startId]);
  refuseFirst(keepNodes(whole, order), ({ rule }) => RULES_OF_DRAFTS.includes(rule));
  const [start, ...others] = link(draft, order);
  if (!start)
    throw refusal(
      'UnknownNode',
      `The node ${startId} is not in the graph`,
      ['It was removed from the graph'],
      ['Start at another node'],
    );
  return [start, ...others];
}

function toGraph({ nodes, edges, metaInfo }: Drawn): PipelineGraph {
  const components = new Set<string>();
  const byId: Record<string, DraftNode> = {};
  for (const node of nodes) {
    if (Object.hasOwn(byId, node.id) || components.has(node.componentId)) throw twice(node);
    components.add(node.componentId);
    byId[node.id] = node;
  }
  return { nodes: byId, edges, meta: metaInfo };
}

function keepNodes({ nodes, edges, meta }: PipelineGraph, ids: readonly string[]): PipelineGraph {
  const kept = new Set(ids);
  const isKept = ([id]: [string, unknown]) => kept.has(id);
  return {
    nodes: Object.fromEntries(Object.entries(nodes).filter(isKept)),
    edges: Object.fromEntries(Object.entries(edges).filter(isKept)),
    meta,
  };
}

function refuseFirst(graph: PipelineGraph, isMeant: (problem: DraftProblem) => boolean): void {
  const problem = findConnectionProblems(graph).find(isMeant);
  if (!problem) return;
  const { rule, nodeId, message, fix } = problem;
  const isThere = nodeId !== undefined && Object.hasOwn(graph.nodes, nodeId);
  const name = ERROR_NAMES[rule as GraphRule] ?? rule;
  throw refusal(name, message, [message], [fix], isThere ? nodeId : undefined);
}

/** Links nodes, in the order given, to their successors. */
function link({ nodes, edges, metaInfo }: Drawn, order: readonly string[]): GraphNode[] {
  const plans = new Map(nodes.map((plan) => [plan.id, plan]));
  const linked = new Map<string, GraphNode>();
  for (const id of order) {
    const plan = plans.get(id);
    if (!plan) continue;
    const { disabled = false, outputs = {} } = metaInfo[id] ?? {};
    linked.set(id, { plan, disabled, next: [], outputs });
  }
  for (const [id, node] of linked)
    node.next.push(...[...new Set(edges[id]?.nodeIds)].flatMap((to) => linked.get(to) ?? []));
  return [...linked.values()];
}

const twice = (node: PlanNode) =>
  refusal(
    'DuplicateNode',
    `'${node.name}' is in the graph twice`,
    ['Two nodes have the same id'],
    ['Remove one of the two'],
    node.id,
  );
