import {
  type Draft,
  type DraftNode,
  type DraftProblem,
  outputsTo,
  outputTitle,
} from '../../../../machines/pipeline-editor/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../contract/entities/health.ts';
import type { Template } from '../../../contract/entities/template.ts';
import type { NodeType } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { HEALTH_LOOKS } from '../../parts/health/health-look.ts';
import { templateIcon } from '../../parts/template-icon.ts';
import { formatByteRate, formatEventRate } from '../../widgets/format.ts';
import type { GraphEdgeView, GraphNodeKind, GraphNodeView, GraphView } from '../../widgets/graph/types.ts';
import { componentIdOf } from './draft-from-graph.ts';
import { type PassedAt, passedAlong } from './edge-figures.ts';
import { type FlowUnit, type NodeFlow, totalIn, totalOut } from './flow-figures.ts';

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
  /** How each node fares, by componentId; what does not run is left out. */
  health?: ReadonlyMap<string, HealthState> | undefined;
};

/** Short words for a card; the whole sentence stands in the panel and in the list of problems. */
const PROBLEM_WORDS: Partial<Record<DraftProblem['rule'], string>> = {
  unconnected: 'Unconnected',
  output: 'Loose output',
  output_unnamed: 'Unnamed output',
  output_twice: 'Output name twice',
  cycle: 'Cycle',
};

function problemWord(problems: readonly DraftProblem[], id: string): string | undefined {
  const first = problems.find((problem) => problem.nodeId === id);
  return first && (PROBLEM_WORDS[first.rule] ?? 'Invalid');
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
  const health = facts.health?.get(componentId);
  const rateText = unit === 'bytes' ? formatByteRate : formatEventRate;
  const typeName = node.templateName || templates.find((one) => one.id === node.templateId)?.name;
  return {
    id: node.id,
    title: node.name,
    kind: KINDS[node.nodeType],
    typeLabel: `${PREFIX[node.nodeType]}${typeName ?? node.templateId}`,
    icon: templateIcon(node.templateId, node.nodeType),
    throughputIn: node.nodeType === 'TRANSFORM' ? rateText(flow?.rateIn) : undefined,
    throughput: rateText(flow?.rate),
    change: node.nodeType === 'TRANSFORM' ? flow?.change : undefined,
    errors: errorsAt(errors, componentId),
    health: health && HEALTH_LOOKS[health],
    problem: problemWord(problems, node.id),
    disabled: draft.meta[node.id]?.disabled,
    state: stateOf(node, facts.base),
    spark: flow?.spark,
  };
}

/** What passed each node in the last minute; since it first ran, where nothing flows now. */
function volumesOf({ draft, flows, unit }: GraphFacts, sourceIds: readonly string[]): PassedAt {
  const flowAt = (id: string) => flows.get(componentIdOf(draft, id));
  const flowsNow = sourceIds.some((id) => (flowAt(id)?.minuteOut ?? 0) > 0);
  return (id) => {
    const flow = flowAt(id);
    if (!flow) return { in: undefined, out: undefined };
    if (flowsNow) return { in: flow.minuteIn, out: flow.minuteOut };
    return { in: totalIn(flow.totals, unit), out: totalOut(flow.totals, unit) };
  };
}

/** What passes each node per second now. */
const ratesOf =
  ({ draft, flows }: GraphFacts): PassedAt =>
  (id) => {
    const flow = flows.get(componentIdOf(draft, id));
    return { in: flow?.rateIn, out: flow?.rate };
  };

/** What each connection carries now, and its part of the source's volume; one that is not saved carries nothing. */
function edgeViews(facts: GraphFacts): GraphEdgeView[] {
  const { draft, base = draft, unit } = facts;
  const sourceIds = Object.values(draft.nodes).flatMap((node) =>
    node.nodeType === 'SOURCE' ? [node.id] : [],
  );
  const [volumes, rates] = [volumesOf(facts, sourceIds), ratesOf(facts)];
  const whole = sourceIds.reduce((sum, id) => sum + (volumes(id).out ?? 0), 0);
  const rateText = unit === 'bytes' ? formatByteRate : formatEventRate;
  return Object.entries(draft.edges).flatMap(([from, { nodeIds }]) =>
    nodeIds
      .filter((to) => draft.nodes[from] && draft.nodes[to])
      .map((to): GraphEdgeView => {
        const named = outputsTo(draft, from, to).map(outputTitle);
        const output = named.length > 0 ? named.join(', ') : undefined;
        const rate = rateText(passedAlong(base, rates, from, to));
        const passed = passedAlong(base, volumes, from, to);
        if (passed === undefined || whole <= 0) return { from, to, output, rate };
        return { from, to, output, rate, share: Math.min(1, passed / whole) };
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
