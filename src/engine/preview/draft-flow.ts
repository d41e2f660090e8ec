import type { ComponentRegistry } from '../components/types.ts';
import { BatchPool } from '../topology/batch-pool.ts';
import { stillClock } from '../topology/clock.ts';
import { ErrorLog, type ErrorOwner } from '../topology/error-log.ts';
import { Flow, type FlowNode } from '../topology/flow.ts';
import { linkFlow } from '../topology/link-flow.ts';
import { ComponentMetrics } from '../topology/metrics.ts';
import { type GraphNode, readDraft } from '../topology/plan-graph.ts';
import { nodeRefusal, refusal, unknownTemplate } from '../topology/problems.ts';
import { type Loaded, makeTransform, type ReadyTransform } from '../topology/transform-node.ts';
import type { PlanNode } from '../types/plan.ts';
import type { PreviewRequest } from '../types/preview.ts';
import { shownDestination } from './destination.ts';
import { type AppendEvent, eventReader } from './entry.ts';
import { Recorder } from './recorder.ts';

export type DraftFlow = {
  readonly flow: Flow;
  finish(): void;
  readonly entry: FlowNode;
  readonly append: AppendEvent;
  readonly pool: BatchPool;
  readonly recorder: Recorder;
  readonly shown: readonly ErrorOwner[];
};

/** @throws EngineError naming the node, if any */
export function prepareDraft(
  request: PreviewRequest,
  components: ComponentRegistry,
  loaded: Loaded = new Map(),
): DraftFlow {
  const order = readDraft(request, request.startNodeId);
  const [start] = order;
  if (start.plan.nodeType === 'SINK') throw nothingLeaves(start.plan);
  const pool = new BatchPool();
  const nodeIds = request.nodes.map((node) => node.id);
  const recorder = new Recorder(nodeIds, request.resultNodeIds);
  const owners = new Map(request.nodes.map((plan) => [plan.id, makeOwner(plan)]));
  const owner = (plan: PlanNode) => owners.get(plan.id) ?? makeOwner(plan);
  const log = new ErrorLog();
  const errors: Pick<ErrorLog, 'add'> = {
    add: (whose, problem, example, count) => {
      log.add(whose, problem, example, count);
      recorder.note(whose, problem);
    },
  };
  const clock = stillClock(performance.now(), Date.now());
  const parts = { siteId: request.siteId, errors, clock, pool, isTrial: true };
  const make = (plan: PlanNode): ReadyTransform => {
    try {
      const component = components.transforms[plan.templateId];
      if (!component) throw unknownTemplate(plan);
      return makeTransform(plan, component, owner(plan), parts, loaded.get(plan));
    } catch (error) {
      throw nodeRefusal(plan, error);
    }
  };
  const enabled = (nodeType: string) =>
    order.filter((node) => node.plan.nodeType === nodeType && !node.disabled);
  const transforms = new Map(enabled('TRANSFORM').map((node) => [node, make(node.plan)]));
  const destinations = new Map(
    enabled('SINK').map(({ plan }) => {
      const form = components.sinks[plan.templateId]?.form?.(plan.config) ?? 'json';
      return [
        plan.id,
        shownDestination({ nodeId: plan.id, metrics: owner(plan).metrics, form, pool, recorder }),
      ];
    }),
  );
  const linked = linkFlow(order, {
    transforms,
    findQueue: (sink) => destinations.get(sink.plan.id),
    ownerOf: (node) => owner(node.plan),
    traceOf: (node) => recorder.traceOf(node.plan.id, transforms.get(node)?.running.router?.outputs ?? []),
  });
  const entry = entryOf(start, linked);
  const takesPart = start.plan.nodeType === 'SOURCE' || linked.get(start)?.branches !== null;
  const flow = new Flow(new Map(), pool, {
    add: (whose, problem, event, done) => {
      whose.metrics.eventsDeadLetter++;
      whose.metrics.bytesDeadLetter += event.bytes.byteLength;
      errors.add(whose, problem, () => Buffer.from(event.bytes).toString());
      done();
    },
  });
  for (const node of linked.values()) node.state?.bind(flow.outletOf(node));
  return {
    flow,
    finish: () => {
      for (const { state } of transforms.values()) state?.flush();
    },
    entry,
    append: eventReader(request, start, components, make),
    pool,
    recorder,
    shown: order.filter((node) => takesPart || node !== start).map((node) => owner(node.plan)),
  };
}

const makeOwner = ({ id: nodeId, componentId }: PlanNode): ErrorOwner => ({
  pipelineId: '',
  componentId,
  nodeId,
  metrics: new ComponentMetrics(),
});

/** Events do not carry their named outputs, so these are chosen again. */
function entryOf(start: GraphNode, linked: ReadonlyMap<GraphNode, FlowNode>): FlowNode {
  const node = linked.get(start);
  if (!node) throw nothingLeaves(start.plan);
  if (start.plan.nodeType === 'SOURCE') return node;
  const outside = {
    ...node,
    owner: { pipelineId: '', componentId: '', nodeId: '', metrics: new ComponentMetrics() },
    transform: null,
    condition: null,
    onlyDrops: true,
    state: null,
    branches: null,
    trace: null,
  };
  return node.branches ? { ...outside, next: [node], queues: [] } : outside;
}

const nothingLeaves = (node: PlanNode) =>
  refusal(
    'NothingLeaves',
    `The destination '${node.name}' passes nothing on, so events cannot start there`,
    ['Events start as what left a node'],
    ['Start at a node before it'],
    node.id,
  );
