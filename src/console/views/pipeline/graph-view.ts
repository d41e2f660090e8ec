import {
  type Draft,
  type DraftNode,
  type DraftProblem,
  predecessorsOf,
  successorsOf,
} from '../../../../machines/pipeline-editor/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import type { Template } from '../../../contract/entities/template.ts';
import type { NodeType } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatByteRate, formatEventRate } from '../../widgets/format.ts';
import type { GraphEdgeView, GraphNodeKind, GraphNodeView, GraphView } from '../../widgets/graph/types.ts';
import { componentIdOf } from './draft-from-graph.ts';
import { type FlowUnit, type NodeFlow, totalIn, totalOut } from './flow-figures.ts';
import { templateIcon } from './template-icon.ts';

const KINDS: Record<NodeType, GraphNodeKind> = { SOURCE: 'source', TRANSFORM: 'transform', SINK: 'sink' };
const PREFIX: Record<NodeType, string> = { SOURCE: 'Source, ', TRANSFORM: '', SINK: 'Destination, ' };

export type GraphFacts = {
  draft: Draft;
  /** What is saved; nodes that differ are marked while editing. */
  base: Draft | undefined;
  problems: readonly DraftProblem[];
  flows: ReadonlyMap<string, NodeFlow>;
  unit: FlowUnit;
  errors: readonly ErrorEntry[];
  templates: readonly Template[];
};

/** Short words for a card; the whole sentence stands in the panel and in the list of problems. */
function problemWord(problems: readonly DraftProblem[], draft: Draft, id: string): string | undefined {
  if (!problems.some((problem) => problem.nodeId === id)) return undefined;
  const isLoose = successorsOf(draft, id).length === 0 && draft.nodes[id]?.nodeType !== 'SINK';
  const isCut = predecessorsOf(draft, id).length === 0 && draft.nodes[id]?.nodeType !== 'SOURCE';
  return isLoose || isCut ? 'Unconnected' : 'Invalid';
}

function errorsAt(errors: readonly ErrorEntry[], componentId: string): GraphNodeView['errors'] {
  const here = errors.filter((error) => error.componentId === componentId && !error.isAcknowledged);
  if (here.length === 0) return undefined;
  return { count: here.length, level: here.some((error) => error.errorLevel === 'ERROR') ? 'err' : 'warn' };
}

function stateOf(node: DraftNode, base: Draft | undefined): GraphNodeView['state'] {
  if (!base) return undefined;
  const before = base.nodes[node.id];
  if (!before) return 'new';
  return before === node || JSON.stringify(before) === JSON.stringify(node) ? undefined : 'changed';
}

function nodeView(facts: GraphFacts, node: DraftNode): GraphNodeView {
  const { draft, flows, unit, errors, problems, templates } = facts;
  const componentId = componentIdOf(draft, node.id);
  const flow = flows.get(componentId);
  const rate = flow?.rate;
  const typeName = node.templateName || templates.find((one) => one.id === node.templateId)?.name;
  return {
    id: node.id,
    title: node.name,
    kind: KINDS[node.nodeType],
    typeLabel: `${PREFIX[node.nodeType]}${typeName ?? node.templateId}`,
    icon: templateIcon(node.templateId, node.nodeType),
    throughput: unit === 'bytes' ? formatByteRate(rate) : formatEventRate(rate),
    change: node.nodeType === 'TRANSFORM' ? flow?.change : undefined,
    errors: errorsAt(errors, componentId),
    problem: problemWord(problems, draft, node.id),
    disabled: draft.meta[node.id]?.disabled,
    state: stateOf(node, facts.base),
    spark: flow?.spark,
  };
}

type Volumes = (id: string) => { in: number; out: number } | undefined;

/** What passed each node in the last minute; since it first ran, where nothing flows now. */
function volumesOf({ draft, flows, unit }: GraphFacts, sourceIds: readonly string[]): Volumes {
  const flowAt = (id: string) => flows.get(componentIdOf(draft, id));
  const flowsNow = sourceIds.some((id) => (flowAt(id)?.minuteOut ?? 0) > 0);
  return (id) => {
    const flow = flowAt(id);
    if (!flow) return undefined;
    if (flowsNow) return { in: flow.minuteIn, out: flow.minuteOut };
    return { in: totalIn(flow.totals, unit), out: totalOut(flow.totals, unit) };
  };
}

/**
 * Part of the source's volume on each connection. What a node received is split over the nodes before it by
 * what they sent, since counters are kept per node.
 */
function edgeViews(facts: GraphFacts): GraphEdgeView[] {
  const { draft } = facts;
  const sourceIds = Object.values(draft.nodes).flatMap((node) =>
    node.nodeType === 'SOURCE' ? [node.id] : [],
  );
  const volumes = volumesOf(facts, sourceIds);
  const whole = sourceIds.reduce((sum, id) => sum + (volumes(id)?.out ?? 0), 0);
  return Object.entries(draft.edges).flatMap(([from, { nodeIds }]) =>
    nodeIds
      .filter((to) => draft.nodes[from] && draft.nodes[to])
      .map((to): GraphEdgeView => {
        const received = volumes(to)?.in;
        if (received === undefined || whole <= 0) return { from, to };
        const senders = predecessorsOf(draft, to);
        const sent = senders.reduce((sum, id) => sum + (volumes(id)?.out ?? 0), 0);
        const part = sent > 0 ? (volumes(from)?.out ?? 0) / sent : 1 / senders.length;
        return { from, to, share: Math.min(1, (received * part) / whole) };
      }),
  );
}

/** The draft with its figures, as the graph and its outline take it. */
export const graphView = (facts: GraphFacts): GraphView => ({
  nodes: Object.values(facts.draft.nodes).map((node) => nodeView(facts, node)),
  edges: edgeViews(facts),
});

/** Errors and warnings that nobody acknowledged. */
export const openErrors = (errors: readonly ErrorEntry[]): ErrorEntry[] =>
  errors.filter((error) => !error.isAcknowledged);

export const occurrences = (errors: readonly ErrorEntry[]): number =>
  errors.reduce((sum, error) => sum + fromCount(error.count), 0);
