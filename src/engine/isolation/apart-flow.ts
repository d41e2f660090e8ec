import type { ComponentRegistry } from '../components/types.ts';
import { decodeBatch, encodeBatch } from '../event/encode.ts';
import type { EngineProblem, PipelinePlan, PlanNode } from '../port.ts';
import { BatchPool, liveEvents, sizeOf } from '../topology/batch-pool.ts';
import { type EngineClock, systemClock } from '../topology/clock.ts';
import type { ErrorOwner } from '../topology/error-log.ts';
import { Flow, type FlowNode, type Trace } from '../topology/flow.ts';
import type { Outlet } from '../topology/holding.ts';
import { linkFlow } from '../topology/link-flow.ts';
import { makeTransforms } from '../topology/make-transforms.ts';
import { type GraphNode, readPlan } from '../topology/plan-graph.ts';
import { loadTransforms, type ReadyTransform } from '../topology/transform-node.ts';
import { TransformSet } from '../topology/transform-set.ts';
import type { ApartNotice, ApartOrder } from './messages.ts';
import { Outbox, RequestDelivery } from './outbox.ts';

type Candidate = {
  readonly plan: PipelinePlan;
  readonly order: GraphNode[];
  readonly transforms: Map<GraphNode, ReadyTransform>;
};
type BatchOrder = Extract<ApartOrder, { kind: 'batch' }>;

/** The transforms of one pipeline, made of the parts that run it in the engine's own process. */
export class ApartFlow {
  readonly #components: ComponentRegistry;
  readonly #say: (notice: ApartNotice) => void;
  readonly #pool = new BatchPool();
  readonly #outbox = new Outbox(this.#pool);
  readonly #transforms = new TransformSet();
  readonly #clock: EngineClock = {
    ...systemClock,
    after: (ms, call) =>
      systemClock.after(ms, () => {
        call();
        this.tellResults();
      }),
  };
  #candidate: Candidate | null = null;
  #entries = new Map<string, Outlet>();
  /** Of the request that is run carefully. */
  #careful: number | null = null;

  constructor(components: ComponentRegistry, say: (notice: ApartNotice) => void) {
    this.#components = components;
    this.#say = say;
  }

  /** @throws EngineError */
  async prepare(plan: PipelinePlan, isForced: boolean): Promise<void> {
    this.#candidate = null;
    const order = readPlan(plan);
    const loaded = await loadTransforms(plan, this.#components);
    const transforms = makeTransforms(order, {
      siteId: plan.siteId,
      errors: this.#outbox.errors,
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

  /** Everything asked before is done, or could not be. */
  answer(call: number, problem?: EngineProblem): void {
    const results = this.#outbox.take();
    this.#say(problem ? { kind: 'done', call, problem, results } : { kind: 'done', call, results });
  }

  run({ request, sourceId, stored, carefully }: BatchOrder): void {
    const delivery = new RequestDelivery(request);
    this.#careful = carefully ? request : null;
    const batch = decodeBatch(stored, this.#pool.take());
    const live = liveEvents(batch);
    this.#entries.get(sourceId)?.(batch, live, sizeOf(batch, live), delivery, []);
    delivery.release();
    this.#careful = null;
    const isHeld = !delivery.isOver;
    this.#say({ kind: 'passed', request, isHeld, results: this.#outbox.take() });
    if (isHeld) void delivery.outcome.then((outcome) => this.#say({ kind: 'released', request, outcome }));
  }

  settled(emission: number, outcome: 'accepted' | 'unavailable'): void {
    this.#outbox.settled(emission, outcome);
  }

  watch(componentIds: readonly string[]): void {
    this.#outbox.watch(componentIds);
  }

  flush(isForGood: boolean): void {
    for (const holding of this.#transforms.holdings()) {
      if (isForGood) holding.hurry();
      else holding.flush();
    }
    this.tellResults();
  }

  tellResults(): void {
    this.#say({ kind: 'results', results: this.#outbox.take() });
  }

  #swap({ plan, order, transforms }: Candidate): void {
    this.#transforms.endAllBut(transforms);
    this.#transforms.replace(transforms, (node) => this.#owner(plan, node.plan));
    const nodes = linkFlow(order, {
      transforms,
      laneOf: (sink) => (sink.disabled ? undefined : this.#outbox.sink(sink.plan.componentId)),
      ownerOf: (node) => this.#owner(plan, node.plan),
      traceOf: (node) => (node.plan.nodeType === 'TRANSFORM' ? this.#traceOf(node.plan.componentId) : null),
    });
    const flow = new Flow(new Map(), this.#pool, this.#outbox.letterBox);
    this.#entries = new Map();
    for (const [node, ready] of nodes) {
      ready.holding?.bind(flow.outletOf(ready));
      if (node.plan.nodeType === 'SOURCE')
        this.#entries.set(node.plan.componentId, flow.outletOf(unseen(ready)));
    }
  }

  /** Says where a careful run is, before it may be too late. */
  #traceOf(componentId: string): Trace {
    return {
      entered: (batch) => {
        if (this.#careful === null) return;
        const results = this.#outbox.take();
        this.#say({
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
    return { pipelineId, componentId, nodeId, cell: this.#outbox.cell(componentId) };
  }
}

/** What leaves a source is counted and shown where the source runs. */
const unseen = (node: FlowNode): FlowNode => ({ ...node, trace: null });
