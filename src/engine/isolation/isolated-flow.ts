import type { ComponentRegistry } from '../components/types.ts';
import { decodeBatch, encodeBatch } from '../event/encode.ts';
import { BatchPool, liveEvents, sizeOf } from '../topology/batch-pool.ts';
import { type EngineClock, systemClock } from '../topology/clock.ts';
import type { ErrorOwner } from '../topology/error-log.ts';
import { Flow, type FlowNode, type Trace } from '../topology/flow.ts';
import { linkFlow } from '../topology/link-flow.ts';
import { makeTransforms } from '../topology/make-transforms.ts';
import { type GraphNode, readPlan } from '../topology/plan-graph.ts';
import { loadTransforms, type ReadyTransform } from '../topology/transform-node.ts';
import { TransformSet } from '../topology/transform-set.ts';
import type { Outlet } from '../topology/transform-state.ts';
import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import type { EngineProblem } from '../types/problem.ts';
import type { IsolationNotice, IsolationOrder } from './messages.ts';
import { RequestDelivery, ResultCollector } from './result-collector.ts';

type Candidate = {
  readonly plan: PipelinePlan;
  readonly order: GraphNode[];
  readonly transforms: Map<GraphNode, ReadyTransform>;
};
type BatchOrder = Extract<IsolationOrder, { kind: 'batch' }>;

export class IsolatedFlow {
  readonly #components: ComponentRegistry;
  readonly #send: (notice: IsolationNotice) => void;
  readonly #pool = new BatchPool();
  readonly #results = new ResultCollector(this.#pool);
  readonly #transforms = new TransformSet();
  readonly #clock: EngineClock = {
    ...systemClock,
    after: (ms, call) =>
      systemClock.after(ms, () => {
        call();
        this.sendResults();
      }),
  };
  #candidate: Candidate | null = null;
  #entries = new Map<string, Outlet>();
  #careful: number | null = null;

  constructor(components: ComponentRegistry, send: (notice: IsolationNotice) => void) {
    this.#components = components;
    this.#send = send;
  }

  /** @throws EngineError */
  async prepare(plan: PipelinePlan, isForced: boolean): Promise<void> {
    this.#candidate = null;
    const order = readPlan(plan);
    const loaded = await loadTransforms(plan, this.#components);
    const transforms = makeTransforms(order, {
      siteId: plan.siteId,
      errors: this.#results.errors,
      clock: this.#clock,
      pool: this.#pool,
      components: this.#components,
      loaded,
      keepsOf: (node) => (isForced ? undefined : this.#transforms.unchanged(node)),
      ownerOf: (node) => this.#owner(plan, node),
    });
    this.#candidate = { plan, order, transforms };
  }

  commit(): void {
    if (this.#candidate) this.#swap(this.#candidate);
    this.#candidate = null;
  }

  answer(call: number, problem?: EngineProblem): void {
    const results = this.#results.take();
    this.#send(problem ? { kind: 'done', call, problem, results } : { kind: 'done', call, results });
  }

  run({ request, sourceId, stored, carefully }: BatchOrder): void {
    const delivery = new RequestDelivery(request);
    this.#careful = carefully ? request : null;
    const batch = decodeBatch(stored, this.#pool.take());
    const live = liveEvents(batch);
    const entry = this.#entries.get(sourceId);
    if (entry) entry(batch, live, sizeOf(batch, live), delivery, []);
    else {
      // The node is not in this plan: the sender keeps the events.
      delivery.hold();
      delivery.giveUp();
    }
    delivery.release();
    this.#careful = null;
    const isPending = !delivery.isOver || !entry;
    this.#send({ kind: 'passed', request, isPending, results: this.#results.take() });
    if (isPending)
      void delivery.outcome.then((outcome) => this.#send({ kind: 'released', request, outcome }));
  }

  settled(emission: number, outcome: 'accepted' | 'unavailable'): void {
    this.#results.settled(emission, outcome);
  }

  watch(componentIds: readonly string[]): void {
    this.#results.watch(componentIds);
  }

  flush(isForGood: boolean): void {
    for (const state of this.#transforms.states()) {
      if (isForGood) state.hurry();
      else state.flush();
    }
    this.sendResults();
  }

  sendResults(): void {
    this.#send({ kind: 'results', results: this.#results.take() });
  }

  #swap({ plan, order, transforms }: Candidate): void {
    this.#transforms.endAllBut(transforms);
    this.#transforms.replace(transforms, (node) => this.#owner(plan, node.plan));
    const nodes = linkFlow(order, {
      transforms,
      findQueue: (sink) => (sink.disabled ? undefined : this.#results.sink(sink.plan.componentId)),
      ownerOf: (node) => this.#owner(plan, node.plan),
      traceOf: (node) => (node.plan.nodeType === 'TRANSFORM' ? this.#traceOf(node.plan.componentId) : null),
    });
    const flow = new Flow(new Map(), this.#pool, this.#results.deadLetterQueue);
    this.#entries = new Map();
    for (const [node, ready] of nodes) {
      ready.state?.bind(flow.outletOf(ready));
      const { nodeType, componentId } = node.plan;
      if (nodeType === 'SOURCE') this.#entries.set(componentId, flow.outletOf(unseen(ready)));
      else
        this.#entries.set(componentId, (batch, _live, _bytes, delivery) =>
          flow.replay(ready, batch, delivery),
        );
    }
  }

  /** Reports the next node of a careful run before entering it. */
  #traceOf(componentId: string): Trace {
    return {
      entered: (batch) => {
        if (this.#careful === null) return;
        const results = this.#results.take();
        this.#send({
          kind: 'entering',
          request: this.#careful,
          componentId,
          stored: encodeBatch(batch),
          results,
        });
      },
      left: () => {},
      emitted: () => () => {},
    };
  }

  #owner({ pipelineId }: PipelinePlan, { id: nodeId, componentId }: PlanNode): ErrorOwner {
    return { pipelineId, componentId, nodeId, metrics: this.#results.metrics(componentId) };
  }
}

/** Sources are counted and shown in the engine's process. */
const unseen = (node: FlowNode): FlowNode => ({ ...node, trace: null });
