import { join } from 'node:path';
import { IsolatedPipeline } from '../isolation/isolated-pipeline.ts';
import { needsProcess } from '../isolation/isolated-plan.ts';
import type { DeployOptions } from '../types/engine.ts';
import type { Gauges } from '../types/metrics.ts';
import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import { liveEvents, sizeOf } from './batch-pool.ts';
import { unlessCancelled } from './cancellation.ts';
import type { EngineClock } from './clock.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ErrorOwner } from './error-log.ts';
import { Flow, type FlowNode } from './flow.ts';
import type { SinkHosts, SourceHosts } from './hosts.ts';
import type { LetterEntry } from './letter-desk.ts';
import { linkFlow, sourcesOf } from './link-flow.ts';
import { makeTransforms } from './make-transforms.ts';
import { ComponentMetrics, type MetricsRegistry } from './metrics.ts';
import type { EngineParts } from './parts.ts';
import { type GraphNode, readPlan } from './plan-graph.ts';
import { keptLostAtKill } from './problems.ts';
import { findReplayTarget, notInPlan, takesNothing } from './replay-target.ts';
import { type QueueChanges, SinkQueues } from './sink-queues.ts';
import type { Attachment, SourceHost } from './source-host.ts';
import { moveStranded } from './stranded.ts';
import { type Loaded, loadTransforms, type ReadyTransform } from './transform-node.ts';
import { TransformSet } from './transform-set.ts';
import { Undo } from './undo.ts';
import { within } from './within.ts';

class RunningNodes {
  plan: PipelinePlan | null = null;
  readonly #pipelineId: string;
  readonly #metrics: MetricsRegistry;

  constructor(pipelineId: string, metrics: MetricsRegistry) {
    this.#pipelineId = pipelineId;
    this.#metrics = metrics;
  }

  ownerOf(componentId: string): ErrorOwner {
    const node = this.plan?.nodes.find((one) => one.componentId === componentId);
    const metrics = this.#metrics.ensure(this.#pipelineId, componentId);
    return { pipelineId: this.#pipelineId, componentId, nodeId: node?.id ?? componentId, metrics };
  }

  watched(): string[] {
    return (this.plan?.nodes ?? []).flatMap(({ nodeType, componentId }) =>
      nodeType === 'TRANSFORM' && this.#metrics.find(this.#pipelineId, componentId)?.taps
        ? [componentId]
        : [],
    );
  }
}

/** A slower source is removed in the background. */
const RELEASE_MS = 5000;

/** `isIsolated`: even if its plan does not require it. `isMoved`: another engine process ran it before. */
export type PipelineOptions = DeployOptions & { readonly isIsolated?: boolean; readonly isMoved?: boolean };

export class Pipeline {
  readonly id: string;
  readonly queues: SinkQueues;
  readonly deadLetters: DeadLetters;
  readonly #parts: EngineParts;
  readonly #sources: SourceHosts;
  readonly #transforms = new TransformSet();
  #flow: Flow | null = null;
  #entries = new Map<string, FlowNode>();
  #attached = new Set<SourceHost>();
  #previous = new Set<SourceHost>();
  #isNew = true;
  #running: PlanNode[] = [];
  readonly #nodes: RunningNodes;
  #isolated: IsolatedPipeline | null = null;

  get isIsolated(): boolean {
    return this.#isolated !== null;
  }

  get isolatedPid(): number | undefined {
    return this.#isolated?.pid;
  }

  constructor(id: string, parts: EngineParts, sources: SourceHosts, sinks: SinkHosts) {
    this.id = id;
    this.#parts = parts;
    this.#nodes = new RunningNodes(id, parts.metrics);
    this.#sources = sources;
    this.deadLetters = new DeadLetters(id, parts.letters, parts.errors, parts.reserve);
    this.queues = new SinkQueues(parts, sinks, id, this.deadLetters);
  }

  /**
   * Starts an isolated process before waiting for the turn to change shared parts.
   * @throws EngineError; the previous plan still runs then
   */
  async deploy(
    plan: PipelinePlan,
    options: PipelineOptions,
    inTurn: (change: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { isForced = false, signal, onStep } = options;
    onStep?.('validating');
    const order = readPlan(plan);
    const undo = new Undo();
    try {
      const isolated = this.#prepareIsolation(plan, options.isIsolated === true, undo);
      if (isolated) await unlessCancelled(isolated.prepare(plan, isForced, onStep), signal);
      await inTurn(() => this.#change(plan, order, isolated, options, undo));
    } catch (error) {
      await undo.all();
      throw error;
    }
  }

  async #change(
    plan: PipelinePlan,
    order: GraphNode[],
    isolated: IsolatedPipeline | null,
    { isForced = false, signal, onStep }: PipelineOptions,
    undo: Undo,
  ): Promise<void> {
    const enabled = (type: string) =>
      order.filter((node) => node.plan.nodeType === type && !node.disabled).map((node) => node.plan);
    try {
      const transforms = isolated
        ? new Map<GraphNode, ReadyTransform>()
        : this.#makeTransforms(order, isForced, await loadTransforms(plan, this.#parts.components));
      onStep?.('starting');
      const changes = await unlessCancelled(this.queues.prepare(enabled('SINK'), undo, isForced), signal);
      const hosts = new Map<PlanNode, SourceHost>();
      for (const node of enabled('SOURCE').filter(({ isArchive }) => !isArchive))
        hosts.set(node, await unlessCancelled(this.#sources.ensure(node, undo, isForced), signal));
      const previous = isolated === this.#isolated ? null : this.#isolated;
      await isolated?.commit();
      if (previous) {
        undo.add(async () => previous.resume());
        await previous.close();
      }
      if (changes.reopen.length > 0) {
        this.#detach();
        this.#transforms.endAllBut(transforms);
        for (const state of this.#transforms.states()) state.suspend();
        await this.queues.reopen(changes);
      }
      this.#isolated = isolated;
      this.#swap(plan, order, transforms, changes, hosts);
      if (previous) this.#takeOver(previous);
      isolated?.resume();
      if (plan.mode !== 'run') isolated?.flush();
    } catch (error) {
      // Within the turn, as it rolls back shared parts.
      await undo.all();
      throw error;
    }
    onStep?.('draining');
    await within(RELEASE_MS, this.#releaseUnused());
    if (this.#isNew) {
      await this.#moveStranded(enabled('SINK'));
      this.#parts.metrics.dropClosed(this.id);
      this.#tellCutOff(plan);
    }
    this.#isNew = false;
  }

  /** Sources read these events again, unless a step had acknowledged them: those are lost. */
  #tellCutOff(plan: PipelinePlan): void {
    const { components, errors, metrics } = this.#parts;
    const lossy = new Set(
      plan.nodes
        .filter(({ templateId, config }) => components.transforms[templateId]?.losesKept?.(config))
        .map(({ componentId }) => componentId),
    );
    const cutOff = Object.entries(metrics.takeCutOff(this.id));
    for (const [id, events] of cutOff)
      if (lossy.has(id)) errors.add(this.#nodes.ownerOf(id), keptLostAtKill(events), undefined, events);
    const again = cutOff.filter(([id]) => !lossy.has(id));
    if (again.length > 0) for (const host of this.#attached) host.cutOff(Object.fromEntries(again));
  }

  async #moveStranded(sinks: PlanNode[]): Promise<void> {
    const ownerOf = (id: string): ErrorOwner => {
      const metrics = this.#parts.metrics.ensure(this.id, id);
      return { pipelineId: this.id, componentId: id, nodeId: id, metrics };
    };
    const folder = join(this.#parts.folders.buffers, this.id);
    const ids = new Set(sinks.map((node) => node.componentId));
    const countedOf = (id: string) => this.#parts.metrics.takeClosed(this.id, id);
    await moveStranded(folder, ids, this.deadLetters, { ownerOf, countedOf });
  }

  findLetterEntry(componentId: string, to: 'node' | 'start', sourceId: string | undefined): LetterEntry {
    const plan = this.#nodes.plan;
    if (plan?.mode !== 'run' || this.#running.length === 0) throw takesNothing(plan?.name ?? this.id);
    const target = findReplayTarget(plan, componentId, to, sourceId);
    const queue = this.queues.findQueue(target.componentId);
    if (queue)
      return {
        isSource: false,
        enter: (batch, delivery) => {
          const live = liveEvents(batch);
          queue.take(batch, null, live.length, sizeOf(batch, live), delivery);
        },
      };
    const isolated = this.#isolated;
    const flow = this.#flow;
    const node = this.#entries.get(target.componentId);
    if (!flow || !node) throw notInPlan(target.name);
    const isInProcess = isolated !== null && target.nodeType === 'TRANSFORM';
    const enter: LetterEntry['enter'] = (batch, delivery) =>
      this.#parts.work.during(this.id, () => {
        const live = liveEvents(batch);
        if (isInProcess)
          isolated
            .createConsumer(target.componentId)
            .take(batch, null, live.length, sizeOf(batch, live), delivery);
        else flow.replay(node, batch, delivery);
      });
    return { isSource: target.nodeType === 'SOURCE', enter };
  }

  gauges(): Record<string, Gauges> {
    return Object.fromEntries(
      this.#running.map(({ id: nodeId, componentId, nodeType }) => {
        const { busy, retries, latency } = this.#parts.metrics.ensure(this.id, componentId);
        const gauges: Gauges = { nodeId, nodeType, busyMs: busy.total(), retries, buffer: null };
        if (nodeType !== 'SINK') return [componentId, gauges];
        return [
          componentId,
          { ...gauges, buffer: this.queues.fillOf(componentId), latency: latency.total() },
        ];
      }),
    );
  }

  /** Writes now instead of waiting for fuller batches. */
  hurry(): void {
    this.#isolated?.hurry();
    for (const state of this.#transforms.states()) state.hurry();
    for (const { queue } of this.queues.all()) queue.hurry();
  }

  async stopIntake(): Promise<void> {
    const hosts = [...this.#attached];
    this.#running = [];
    this.#detach();
    this.#sources.endArchive(this.id);
    this.hurry();
    for (const host of hosts) await this.#sources.release(host);
  }

  /** Resolves when all input reached its queues, or after `ms`. */
  async passedOn(ms: number): Promise<void> {
    await this.#isolated?.passedOn(ms);
  }

  endProcess(): void {
    this.#isolated?.end();
  }

  /** Ends every queue; the rest after `drainMs` becomes dead letters. */
  async end(drainMs: number): Promise<void> {
    await this.passedOn(drainMs);
    await Promise.all(this.queues.all().map((entry) => this.queues.retire(entry, drainMs)));
    await this.deadLetters.settled();
    this.endProcess();
  }

  #makeTransforms(order: GraphNode[], isForced: boolean, loaded: Loaded): Map<GraphNode, ReadyTransform> {
    const { work, clock } = this.#parts;
    const noted: EngineClock = {
      now: () => clock.now(),
      date: () => clock.date(),
      after: (ms, call) => clock.after(ms, () => work.during(this.id, call)),
    };
    return work.during(this.id, () =>
      makeTransforms(order, {
        ...this.#parts,
        clock: noted,
        loaded,
        keepsOf: (node) => (isForced ? undefined : this.#transforms.unchanged(node)),
        ownerOf: (node) => this.#owner(node),
      }),
    );
  }

  /** Null to run in this process. */
  #prepareIsolation(plan: PipelinePlan, isIsolated: boolean, undo: Undo): IsolatedPipeline | null {
    const settings = this.#parts.isolation;
    if (!settings || !(isIsolated || needsProcess(plan))) return null;
    const existing = this.#isolated;
    if (existing) {
      undo.add(() => existing.rollBack());
      return existing;
    }
    const { pool, errors } = this.#parts;
    const made = new IsolatedPipeline({
      settings,
      pipelineId: this.id,
      pool,
      errors,
      deadLetters: this.deadLetters,
      findQueue: (sinkId) => this.queues.findQueue(sinkId),
      ownerOf: (componentId) => this.#nodes.ownerOf(componentId),
      watched: () => this.#nodes.watched(),
      keepCounters: () => this.#parts.ledger.write(this.id),
    });
    undo.add(async () => made.end());
    return made;
  }

  /** Reroutes batches the previous isolated process had not started. */
  #takeOver(previous: IsolatedPipeline): void {
    for (const { sourceId, batch, live, bytes, delivery, done } of previous.takeWaiting()) {
      const node = this.#flow?.sources.get(sourceId);
      // Already counted and shown at the source.
      const uncounted = node && { ...node, owner: { ...node.owner, metrics: new ComponentMetrics() } };
      if (uncounted) this.#flow?.outletOf(uncounted)(batch, live, bytes, delivery, []);
      else {
        delivery.hold();
        delivery.giveUp();
      }
      done();
    }
    void previous.over().then(() => previous.end());
  }

  /** From here on, batches take the new flow. */
  #swap(
    plan: PipelinePlan,
    order: GraphNode[],
    transforms: Map<GraphNode, ReadyTransform>,
    changes: QueueChanges,
    hosts: Map<PlanNode, SourceHost>,
  ): void {
    const previous = this.#attached;
    this.#nodes.plan = plan;
    this.#attached = new Set(hosts.values());
    this.#transforms.endAllBut(transforms);
    this.queues.commit(changes);
    this.#transforms.replace(transforms, (node) => this.#owner(node.plan));
    this.#flow = this.#makeFlow(plan, order, transforms, changes);
    if (plan.mode !== 'run') for (const state of this.#transforms.states()) state.flush();
    for (const host of previous) if (!this.#attached.has(host)) host.detach(this.id);
    for (const [node, host] of hosts) host.attach(this.id, this.#attachment(node, plan));
    for (const { plan: node } of order)
      if (node.nodeType === 'SOURCE' && node.isArchive)
        this.#sources.archive(node.componentId, this.id, this.#attachment(node, plan));
    this.#previous = previous;
    this.#running = order.flatMap((node) => (node.disabled ? [] : [node.plan]));
    const running = new Set(plan.nodes.map(({ componentId }) => componentId));
    this.#parts.metrics.endTaps(this.id, running, 'The node is not in the version that runs now');
  }

  async #releaseUnused(): Promise<void> {
    const previous = this.#previous;
    this.#previous = new Set();
    for (const host of previous) await this.#sources.release(host);
  }

  #detach(): void {
    for (const host of this.#attached) host.detach(this.id);
    this.#sources.pauseArchive(this.id);
  }

  #attachment(node: PlanNode, plan: PipelinePlan): Attachment {
    const next = new Set(plan.edges[node.id]?.nodeIds);
    const direct = plan.nodes.filter(({ id, nodeType }) => nodeType === 'SINK' && next.has(id));
    return {
      owner: this.#owner(node),
      paused: plan.mode === 'pause' && !node.isArchive,
      mostBytes: Math.min(...direct.map(({ componentId }) => this.queues.boundOf(componentId))),
      hasRoom: (events, bytes) => this.queues.hasRoom(events, bytes),
      identifies: (this.#flow?.sources.get(node.componentId)?.idKey ?? null) !== null,
      tracksOrigin: () => this.#flow?.sources.get(node.componentId)?.tracksOrigin() ?? false,
      accept: (batch, intake, delivery) => {
        const flow = this.#flow!;
        const start = flow.sources.get(node.componentId)!;
        this.#parts.work.during(this.id, () =>
          flow.accept(start, batch, intake.payloadBytes, intake.rawBytes, delivery),
        );
      },
    };
  }

  #makeFlow(
    plan: PipelinePlan,
    order: GraphNode[],
    transforms: Map<GraphNode, ReadyTransform>,
    changes: QueueChanges,
  ): Flow {
    const queues = [...changes.queues.values()].map((entry) => entry.queue);
    const nodes = linkFlow(order, {
      transforms,
      idKey: queues.some(({ deps }) => deps.host.sendsIds) ? this.id : null,
      findQueue: (sink) => changes.queues.get(sink.plan.componentId)?.queue,
      ownerOf: (node) => this.#owner(node.plan),
      insteadOf: ({ plan: source }) => {
        if (plan.mode === 'bypass') return queues;
        return this.#isolated ? [this.#isolated.createConsumer(source.componentId)] : null;
      },
    });
    const flow = new Flow(sourcesOf(nodes), this.#parts.pool, this.deadLetters);
    for (const node of nodes.values()) node.state?.bind(flow.outletOf(node));
    this.#entries = new Map([...nodes.values()].map((node) => [node.owner.componentId, node]));
    return flow;
  }

  #owner(node: PlanNode): ErrorOwner {
    const { id: nodeId, componentId } = node;
    return {
      pipelineId: this.id,
      componentId,
      nodeId,
      metrics: this.#parts.metrics.ensure(this.id, componentId),
    };
  }
}
