import { join } from 'node:path';
import { Apart } from '../isolation/apart.ts';
import { needsProcess } from '../isolation/apart-plan.ts';
import type { DeployOptions, Gauges, PipelinePlan, PlanNode } from '../port.ts';
import { unlessCancelled } from './cancellation.ts';
import { ComponentCell } from './cell.ts';
import type { EngineClock } from './clock.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ErrorOwner } from './error-log.ts';
import { Flow } from './flow.ts';
import type { SinkHosts, SourceHosts } from './hosts.ts';
import { type LaneChanges, LaneSet } from './lane-set.ts';
import { linkFlow, sourcesOf } from './link-flow.ts';
import { makeTransforms } from './make-transforms.ts';
import type { EngineParts } from './parts.ts';
import { type GraphNode, readPlan } from './plan-graph.ts';
import { RunningNodes } from './running-nodes.ts';
import type { Attachment, SourceHost } from './source-host.ts';
import { setAsideStranded } from './stranded.ts';
import { type Loaded, loadTransforms, type ReadyTransform } from './transform-node.ts';
import { TransformSet } from './transform-set.ts';
import { Undo } from './undo.ts';
import { within } from './within.ts';

/** So long a source that is used no more may take to end; after that it ends in the background. */
const RELEASE_MS = 5000;

/** `isApart`: in a process of its own, although nothing in it asks for that. */
export type PipelineOptions = DeployOptions & { readonly isApart?: boolean };

/** A deployed pipeline: what runs now, and how to put another plan in its place. */
export class Pipeline {
  readonly id: string;
  readonly lanes: LaneSet;
  readonly deadLetters: DeadLetters;
  readonly #parts: EngineParts;
  readonly #sources: SourceHosts;
  readonly #transforms = new TransformSet();
  #flow: Flow | null = null;
  #attached = new Set<SourceHost>();
  #former = new Set<SourceHost>();
  #isNew = true;
  /** Nodes of the plan that runs, without the disabled ones. */
  #running: PlanNode[] = [];
  readonly #nodes: RunningNodes;
  /** Where its transforms run, when not here. */
  #apart: Apart | null = null;

  constructor(id: string, parts: EngineParts, sources: SourceHosts, sinks: SinkHosts) {
    this.id = id;
    this.#parts = parts;
    this.#nodes = new RunningNodes(id, parts.cells);
    this.#sources = sources;
    this.deadLetters = new DeadLetters(parts.folders.deadLetters, id, parts.errors);
    this.lanes = new LaneSet(parts, sinks, id, this.deadLetters);
  }

  /** Makes a plan run. @throws EngineError; then the former plan still runs as before. */
  async deploy(plan: PipelinePlan, options: PipelineOptions = {}): Promise<void> {
    const { isForced = false, signal, onStep } = options;
    onStep?.('validating');
    const order = readPlan(plan);
    const enabled = (type: string) =>
      order.filter((node) => node.plan.nodeType === type && !node.disabled).map((node) => node.plan);
    const undo = new Undo();
    try {
      const apart = this.#apartFor(plan, options.isApart === true, undo);
      if (apart) await unlessCancelled(apart.prepare(plan, isForced), signal);
      const transforms = apart
        ? new Map<GraphNode, ReadyTransform>()
        : this.#makeTransforms(order, isForced, await loadTransforms(plan, this.#parts.components));
      onStep?.('starting');
      const changes = await unlessCancelled(this.lanes.prepare(enabled('SINK'), undo, isForced), signal);
      const hosts = new Map<PlanNode, SourceHost>();
      for (const node of enabled('SOURCE').filter(({ isArchive }) => !isArchive))
        hosts.set(node, await unlessCancelled(this.#sources.ensure(node, undo, isForced), signal));
      const former = apart === this.#apart ? null : this.#apart;
      await apart?.commit();
      if (former) {
        undo.add(async () => former.resume());
        await former.close();
      }
      if (changes.reopen.length > 0) {
        this.#detach();
        this.#transforms.endAllBut(transforms);
        for (const holding of this.#transforms.holdings()) holding.suspend();
        await this.lanes.reopen(changes);
      }
      this.#apart = apart;
      this.#swap(plan, order, transforms, changes, hosts);
      if (former) this.#takeOver(former);
      apart?.resume();
      if (plan.mode !== 'run') apart?.flush();
    } catch (error) {
      await undo.all();
      throw error;
    }
    onStep?.('draining');
    await within(RELEASE_MS, this.#releaseUnused());
    if (this.#isNew) await this.#setAsideStranded(enabled('SINK'));
    this.#isNew = false;
  }

  /** What an earlier engine left for sinks that the plan does not have. */
  async #setAsideStranded(sinks: PlanNode[]): Promise<void> {
    const ownerOf = (id: string): ErrorOwner => {
      const cell = this.#parts.cells.of(this.id, id);
      return { pipelineId: this.id, componentId: id, nodeId: id, cell };
    };
    const folder = join(this.#parts.folders.buffers, this.id);
    const ids = new Set(sinks.map((node) => node.componentId));
    await setAsideStranded(folder, ids, this.deadLetters, ownerOf);
  }

  /** How each node that runs fares, by component. */
  gauges(): Record<string, Gauges> {
    return Object.fromEntries(
      this.#running.map(({ id: nodeId, componentId, nodeType }) => {
        const { busy, retries } = this.#parts.cells.of(this.id, componentId);
        const buffer = nodeType === 'SINK' ? this.lanes.fillOf(componentId) : null;
        return [componentId, { nodeId, nodeType, busyMs: busy.total(), retries, buffer }];
      }),
    );
  }

  /** From now on nothing waits to be joined with what may come. */
  hurry(): void {
    this.#apart?.hurry();
    for (const holding of this.#transforms.holdings()) holding.hurry();
    for (const { lane } of this.lanes.all()) lane.hurry();
  }

  /** Takes nothing more in. */
  async stopIntake(): Promise<void> {
    const hosts = [...this.#attached];
    this.#running = [];
    this.#detach();
    this.#sources.endArchive(this.id);
    this.hurry();
    for (const host of hosts) await this.#sources.release(host);
  }

  /** Resolves when all that was taken in has reached its lanes, or after `ms`. */
  async passedOn(ms: number): Promise<void> {
    await this.#apart?.passedOn(ms);
  }

  /** Ends the process of its own, if it has one. */
  endProcess(): void {
    this.#apart?.end();
  }

  /** Ends every lane; what is left after `drainMs` goes to the dead letters. */
  async end(drainMs: number): Promise<void> {
    await this.passedOn(drainMs);
    await Promise.all(this.lanes.all().map((entry) => this.lanes.retire(entry, drainMs)));
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

  /** The process of its own that the plan is to run in; null when it runs here. */
  #apartFor(plan: PipelinePlan, isApart: boolean, undo: Undo): Apart | null {
    const settings = this.#parts.apart;
    if (!settings || !(isApart || needsProcess(plan))) return null;
    const existing = this.#apart;
    if (existing) {
      undo.add(() => existing.rollBack());
      return existing;
    }
    const { pool, errors } = this.#parts;
    const made = new Apart({
      settings,
      pipelineId: this.id,
      pool,
      errors,
      deadLetters: this.deadLetters,
      laneOf: (sinkId) => this.lanes.laneOf(sinkId),
      ownerOf: (componentId) => this.#nodes.ownerOf(componentId),
      watched: () => this.#nodes.watched(),
    });
    undo.add(async () => made.end());
    return made;
  }

  /** What a process that is used no more had not begun goes the way it takes now. */
  #takeOver(former: Apart): void {
    for (const { sourceId, batch, live, bytes, delivery, done } of former.takeWaiting()) {
      const node = this.#flow?.sources.get(sourceId);
      // It was counted and shown when it left the source.
      const uncounted = node && { ...node, owner: { ...node.owner, cell: new ComponentCell() } };
      if (uncounted) this.#flow?.outletOf(uncounted)(batch, live, bytes, delivery, []);
      else {
        delivery.hold();
        delivery.giveUp();
      }
      done();
    }
    void former.over().then(() => former.end());
  }

  /** The moment of change: from here on batches take the new way. */
  #swap(
    plan: PipelinePlan,
    order: GraphNode[],
    transforms: Map<GraphNode, ReadyTransform>,
    changes: LaneChanges,
    hosts: Map<PlanNode, SourceHost>,
  ): void {
    const former = this.#attached;
    this.#nodes.plan = plan;
    this.#attached = new Set(hosts.values());
    this.#transforms.endAllBut(transforms);
    this.lanes.commit(changes);
    this.#transforms.replace(transforms, (node) => this.#owner(node.plan));
    this.#flow = this.#makeFlow(plan, order, transforms, changes);
    if (plan.mode !== 'run') for (const holding of this.#transforms.holdings()) holding.flush();
    for (const host of former) if (!this.#attached.has(host)) host.detach(this.id);
    for (const [node, host] of hosts) host.attach(this.id, this.#attachment(node, plan.mode === 'pause'));
    for (const { plan: node } of order)
      if (node.nodeType === 'SOURCE' && node.isArchive)
        this.#sources.archive(node.componentId, this.id, this.#attachment(node, false));
    this.#former = former;
    this.#running = order.flatMap((node) => (node.disabled ? [] : [node.plan]));
    const running = new Set(plan.nodes.map(({ componentId }) => componentId));
    this.#parts.cells.endTaps(this.id, running, 'The node is not in the version that runs now');
  }

  async #releaseUnused(): Promise<void> {
    const former = this.#former;
    this.#former = new Set();
    for (const host of former) await this.#sources.release(host);
  }

  #detach(): void {
    for (const host of this.#attached) host.detach(this.id);
    this.#sources.holdArchive(this.id);
  }

  #attachment(node: PlanNode, paused: boolean): Attachment {
    return {
      owner: this.#owner(node),
      paused,
      identifies: (this.#flow?.sources.get(node.componentId)?.idKey ?? null) !== null,
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
    changes: LaneChanges,
  ): Flow {
    const lanes = [...changes.lanes.values()].map((entry) => entry.lane);
    const nodes = linkFlow(order, {
      transforms,
      idKey: lanes.some(({ deps }) => deps.host.sendsIds) ? this.id : null,
      laneOf: (sink) => changes.lanes.get(sink.plan.componentId)?.lane,
      ownerOf: (node) => this.#owner(node.plan),
      insteadOf: ({ plan: source }) => {
        if (plan.mode === 'bypass') return lanes;
        return this.#apart ? [this.#apart.takerOf(source.componentId)] : null;
      },
    });
    const flow = new Flow(sourcesOf(nodes), this.#parts.pool, this.deadLetters);
    for (const node of nodes.values()) node.holding?.bind(flow.outletOf(node));
    return flow;
  }

  #owner(node: PlanNode): ErrorOwner {
    const { id: nodeId, componentId } = node;
    return { pipelineId: this.id, componentId, nodeId, cell: this.#parts.cells.of(this.id, componentId) };
  }
}
