import { join } from 'node:path';
import type { PipelinePlan, PlanNode } from '../port.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ErrorOwner } from './error-log.ts';
import { Flow, type FlowNode } from './flow.ts';
import type { SinkHosts, SourceHosts } from './hosts.ts';
import { type LaneChanges, LaneSet } from './lane-set.ts';
import type { EngineParts } from './parts.ts';
import { type GraphNode, readPlan } from './plan-graph.ts';
import { nodeRefusal, unknownTemplate } from './problems.ts';
import type { Attachment, SourceHost } from './source-host.ts';
import { setAsideStranded } from './stranded.ts';
import { makeTransform, type ReadyTransform } from './transform-node.ts';
import { Undo } from './undo.ts';

/** A deployed pipeline: what runs now, and how to put another plan in its place. */
export class Pipeline {
  readonly id: string;
  readonly lanes: LaneSet;
  readonly deadLetters: DeadLetters;
  readonly #parts: EngineParts;
  readonly #sources: SourceHosts;
  #flow: Flow | null = null;
  #attached = new Set<SourceHost>();
  #former = new Set<SourceHost>();
  #isNew = true;

  constructor(id: string, parts: EngineParts, sources: SourceHosts, sinks: SinkHosts) {
    this.id = id;
    this.#parts = parts;
    this.#sources = sources;
    this.deadLetters = new DeadLetters(parts.folders.deadLetters, id, parts.errors);
    this.lanes = new LaneSet(parts, sinks, id, this.deadLetters);
  }

  /** Makes a plan run. @throws EngineError; then the former plan still runs as before. */
  async deploy(plan: PipelinePlan): Promise<void> {
    const order = readPlan(plan);
    const enabled = (type: string) =>
      order.filter((node) => node.plan.nodeType === type && !node.disabled).map((node) => node.plan);
    const undo = new Undo();
    try {
      const transforms = this.#makeTransforms(order);
      const changes = await this.lanes.prepare(enabled('SINK'), undo);
      const hosts = new Map<PlanNode, SourceHost>();
      for (const node of enabled('SOURCE')) hosts.set(node, await this.#sources.ensure(node, undo));
      if (changes.reopen.length > 0) {
        this.#detach();
        await this.lanes.reopen(changes);
      }
      this.#swap(plan, order, transforms, changes, hosts);
    } catch (error) {
      await undo.all();
      throw error;
    }
    await this.#releaseUnused();
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

  /** Takes nothing more in. */
  async stopIntake(): Promise<void> {
    const hosts = [...this.#attached];
    this.#detach();
    for (const host of hosts) await this.#sources.release(host);
  }

  /** Ends every lane; what is left after `drainMs` goes to the dead letters. */
  async end(drainMs: number): Promise<void> {
    await Promise.all(this.lanes.all().map((entry) => this.lanes.retire(entry, drainMs)));
    await this.deadLetters.settled();
  }

  #makeTransforms(order: GraphNode[]): Map<GraphNode, ReadyTransform> {
    const ready = new Map<GraphNode, ReadyTransform>();
    for (const node of order) {
      if (node.plan.nodeType !== 'TRANSFORM' || node.disabled) continue;
      const component = this.#parts.components.transforms[node.plan.templateId];
      try {
        if (!component) throw unknownTemplate(node.plan);
        const owner = this.#owner(node.plan);
        ready.set(node, makeTransform(node.plan, component, owner, this.#parts.siteId, this.#parts.errors));
      } catch (error) {
        throw nodeRefusal(node.plan, error);
      }
    }
    return ready;
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
    this.#attached = new Set(hosts.values());
    this.lanes.commit(changes);
    this.#flow = this.#makeFlow(plan, order, transforms, changes);
    for (const host of former) if (!this.#attached.has(host)) host.detach(this.id);
    for (const [node, host] of hosts) host.attach(this.id, this.#attachment(node, plan.mode === 'pause'));
    this.#former = former;
  }

  async #releaseUnused(): Promise<void> {
    for (const host of this.#former) await this.#sources.release(host);
    this.#former.clear();
  }

  #detach(): void {
    for (const host of this.#attached) host.detach(this.id);
  }

  #attachment(node: PlanNode, paused: boolean): Attachment {
    return {
      owner: this.#owner(node),
      paused,
      accept: (batch, intake, delivery) => {
        const flow = this.#flow!;
        const start = flow.sources.get(node.componentId)!;
        flow.accept(start, batch, intake.payloadBytes, intake.rawBytes, delivery);
      },
    };
  }

  #makeFlow(
    plan: PipelinePlan,
    order: GraphNode[],
    transforms: Map<GraphNode, ReadyTransform>,
    changes: LaneChanges,
  ): Flow {
    const nodes = new Map<GraphNode, FlowNode>();
    const lanes = [...changes.lanes.values()].map((entry) => entry.lane);
    for (const node of order.toReversed()) {
      if (node.plan.nodeType === 'SINK') continue;
      const bypassed = plan.mode === 'bypass' && node.plan.nodeType === 'SOURCE';
      const ready = transforms.get(node);
      nodes.set(node, {
        owner: this.#owner(node.plan),
        name: node.plan.name,
        transform: ready?.running ?? null,
        condition: ready?.condition ?? null,
        onlyDrops: ready?.onlyDrops ?? true,
        next: bypassed ? [] : node.next.flatMap((next) => nodes.get(next) ?? []),
        lanes: bypassed
          ? lanes
          : node.next.flatMap((next) => changes.lanes.get(next.plan.componentId)?.lane ?? []),
      });
    }
    const sources = new Map<string, FlowNode>();
    for (const [node, ready] of nodes)
      if (node.plan.nodeType === 'SOURCE') sources.set(node.plan.componentId, ready);
    return new Flow(sources, this.#parts.pool, this.deadLetters);
  }

  #owner(node: PlanNode): ErrorOwner {
    const { id: nodeId, componentId } = node;
    return { pipelineId: this.id, componentId, nodeId, cell: this.#parts.cells.of(this.id, componentId) };
  }
}
