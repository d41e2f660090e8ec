import type { ErrorEntry } from '../../../../contract/entities/analytics.ts';
import type { HealthState } from '../../../../contract/entities/health.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { NodeType } from '../../../../contract/enums.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { type DraftProblem, isUnconnected } from '../../../../graph/validate.ts';
import { getTallyTone, sumOpen, tallyErrors } from '../../../components/errors/error-tally.ts';
import { describeNode, describeOutput, listDrawnEdges } from '../../../components/graph-nodes.ts';
import { HEALTH_LOOKS } from '../../../components/health/health-look.ts';
import type { GraphEdgeView, GraphNodeView, GraphView } from '../../../components/widgets/graph/types.ts';
import { formatByteRate, formatEventRate } from '../../../lib/format.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import { estimatePassedAlong, type PassedAt } from './edge-figures.ts';
import { type FlowUnit, getTotalIn, getTotalOut, type NodeFlow } from './flow-figures.ts';

/** Percent. */
const LEAST_SOURCE_CHANGE = 0.05;

export type GraphFacts = {
  draft: Draft;
  /** The saved draft; nodes that differ from it are marked during editing. */
  base: Draft | undefined;
  problems: readonly DraftProblem[];
  flows: ReadonlyMap<string, NodeFlow>;
  unit: FlowUnit;
  errors: readonly ErrorEntry[];
  templates: readonly Template[];
  /** Health by componentId; nodes that do not run are missing. */
  health?: ReadonlyMap<string, HealthState> | undefined;
};

/** The panel and the problem list have the full sentence. */
const PROBLEM_WORDS: Partial<Record<DraftProblem['rule'], string>> = {
  loose_output: 'Unconnected output',
  output_unnamed: 'Unnamed output',
  output_twice: 'Duplicate output name',
  cycle: 'Cycle',
};

function describeProblem(problems: readonly DraftProblem[], id: string): string | undefined {
  const first = problems.find((problem) => problem.nodeId === id);
  if (first && isUnconnected(first)) return 'Unconnected';
  return first && (PROBLEM_WORDS[first.rule] ?? 'Invalid');
}

function summarizeErrors(errors: readonly ErrorEntry[], componentId: string): GraphNodeView['errors'] {
  const tally = tallyErrors(errors.filter((error) => error.componentId === componentId));
  const level = getTallyTone(tally);
  return level && { count: sumOpen(tally).occurrences, level };
}

function getNodeState(node: DraftNode, base: Draft | undefined): GraphNodeView['state'] {
  if (!base) return undefined;
  const before = base.nodes[node.id];
  if (!before) return 'new';
  return before === node || JSON.stringify(before) === JSON.stringify(node) ? undefined : 'changed';
}

/** Removed data, with its share of all source data. */
function describeRemoved(
  flow: NodeFlow | undefined,
  unit: FlowUnit,
  whole: number,
): GraphNodeView['removed'] {
  if (!flow || flow.rateIn === undefined || flow.rate === undefined || !((flow.change ?? 0) < -0.05))
    return undefined;
  const figure = (unit === 'bytes' ? formatByteRate : formatEventRate)(flow.rateIn - flow.rate);
  if (!figure || flow.rateIn <= flow.rate) return undefined;
  return { figure, share: whole > 0 ? Math.min(1, (flow.rateIn - flow.rate) / whole) : 0 };
}

/** A source that makes received events larger or smaller says so. */
const hasBothRates = (nodeType: NodeType, flow: NodeFlow | undefined): boolean =>
  nodeType === 'TRANSFORM' || (nodeType === 'SOURCE' && Math.abs(flow?.change ?? 0) >= LEAST_SOURCE_CHANGE);

function toNodeView(facts: GraphFacts, node: DraftNode, whole: number): GraphNodeView {
  const { draft, flows, unit, errors, problems, templates } = facts;
  const componentId = getComponentId(draft, node.id);
  const flow = flows.get(componentId);
  const health = facts.health?.get(componentId);
  const rateText = unit === 'bytes' ? formatByteRate : formatEventRate;
  return {
    ...describeNode(node, templates),
    throughputIn: hasBothRates(node.nodeType, flow) ? rateText(flow?.rateIn) : undefined,
    throughput: rateText(flow?.rate),
    removed: node.nodeType === 'TRANSFORM' ? describeRemoved(flow, facts.unit, whole) : undefined,
    change: hasBothRates(node.nodeType, flow) ? flow?.change : undefined,
    errors: summarizeErrors(errors, componentId),
    health: health && HEALTH_LOOKS[health],
    problem: describeProblem(problems, node.id),
    disabled: draft.meta[node.id]?.disabled,
    state: getNodeState(node, facts.base),
    spark: flow?.spark,
  };
}

/** Over the last minute, or since the node first ran when nothing flows. */
function computeVolumes({ draft, flows, unit }: GraphFacts, sourceIds: readonly string[]): PassedAt {
  const findFlow = (id: string) => flows.get(getComponentId(draft, id));
  const flowsNow = sourceIds.some((id) => (findFlow(id)?.minuteOut ?? 0) > 0);
  return (id) => {
    const flow = findFlow(id);
    if (!flow) return { in: undefined, out: undefined };
    if (flowsNow) return { in: flow.minuteIn, out: flow.minuteOut };
    return { in: getTotalIn(flow.totals, unit), out: getTotalOut(flow.totals, unit) };
  };
}

const createRateReader =
  ({ draft, flows }: GraphFacts): PassedAt =>
  (id) => {
    const flow = flows.get(getComponentId(draft, id));
    return { in: flow?.rateIn, out: flow?.rate };
  };

/** Unsaved connections carry nothing. */
function listEdgeViews(facts: GraphFacts): GraphEdgeView[] {
  const { draft, base = draft, unit } = facts;
  const sourceIds = Object.values(draft.nodes).flatMap((node) =>
    node.nodeType === 'SOURCE' ? [node.id] : [],
  );
  const [volumes, rates] = [computeVolumes(facts, sourceIds), createRateReader(facts)];
  const whole = sourceIds.reduce((sum, id) => sum + (volumes(id).out ?? 0), 0);
  const rateText = unit === 'bytes' ? formatByteRate : formatEventRate;
  return listDrawnEdges(draft).map(({ from, to }): GraphEdgeView => {
    const output = describeOutput(draft, from, to);
    const rate = rateText(estimatePassedAlong(base, rates, from, to));
    const passed = estimatePassedAlong(base, volumes, from, to);
    if (passed === undefined || whole <= 0) return { from, to, output, rate };
    return { from, to, output, rate, share: Math.min(1, passed / whole) };
  });
}

export function buildGraphView(facts: GraphFacts): GraphView {
  const nodes = Object.values(facts.draft.nodes);
  const readRate = (node: DraftNode) =>
    node.nodeType === 'SOURCE' ? (facts.flows.get(getComponentId(facts.draft, node.id))?.rate ?? 0) : 0;
  const whole = nodes.reduce((sum, node) => sum + readRate(node), 0);
  return { nodes: nodes.map((node) => toNodeView(facts, node, whole)), edges: listEdgeViews(facts) };
}
