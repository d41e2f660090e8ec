import type { ComponentProblem, RunningTransform } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { CompiledCondition } from '../event/condition.ts';
import { encodeBatch, STORED_BYTES } from '../event/encode.ts';
import { Output } from '../event/output.ts';
import { type BatchPool, liveEvents, sizeOf } from './batch-pool.ts';
import { type DeadEvent, toDeadEvent } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import type { ErrorOwner } from './error-log.ts';
import { problemOf } from './problems.ts';
import type { Branches } from './routing.ts';
import type { SinkQueue } from './sink-queue.ts';
import type { Outlet, TransformState } from './transform-state.ts';

/** Sources have no transform or condition; sinks are queues. */
export type FlowNode = {
  readonly owner: ErrorOwner;
  readonly name: string;
  /** Null for sources and disabled nodes: events pass unchanged. */
  readonly transform: RunningTransform | null;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
  readonly state: TransformState | null;
  readonly next: FlowNode[];
  readonly queues: EventConsumer[];
  /** Named outputs of each entry in `next` and `queues`. */
  readonly branches: Branches | null;
  /** Set only in previews, and when an isolated process retries a batch. */
  readonly trace: Trace | null;
  /** Prefix of event ids of a source; null when no destination sends ids. */
  readonly idKey: string | null;
  readonly tracksOrigin: () => boolean;
  readonly sourceName: string | null;
  /** Id suffix of created events, and of every branch but the first. */
  readonly key: string;
  readonly edges: readonly (string | null)[];
};

/** `done` is called once the event is stored; `delivery` waits for it. */
export type DeadLetterQueue = {
  add(
    owner: ErrorOwner,
    problem: ComponentProblem,
    event: DeadEvent,
    done: () => void,
    delivery: Delivery,
  ): void;
};

export type EventConsumer = Pick<SinkQueue, 'take'>;

export type Emitted = {
  readonly batch: Batch;
  readonly live: readonly number[];
  readonly delivery: Delivery;
  readonly parents: readonly Delivery[];
};

/** Observes batches entering and leaving a node, strictly alternating. */
export type Trace = {
  entered(batch: Batch, live: readonly number[]): void;
  /** `chosen`: named outputs of each live event, as bits. */
  left(batch: Batch, live: readonly number[], chosen?: readonly number[]): void;
  /**
   * Reports results of the state kept under `parents`; they leave under `delivery`. Call the returned
   * function afterwards.
   */
  emitted(results: Emitted): () => void;
};

/**
 * Runs batches through a pipeline synchronously, so a new flow takes over between batches. Only branches copy
 * events.
 */
export class Flow {
  readonly sources: ReadonlyMap<string, FlowNode>;
  readonly #pool: BatchPool;
  readonly #deadLetters: DeadLetterQueue;

  constructor(sources: ReadonlyMap<string, FlowNode>, pool: BatchPool, deadLetters: DeadLetterQueue) {
    this.sources = sources;
    this.#pool = pool;
    this.#deadLetters = deadLetters;
  }

  outletOf(node: FlowNode): Outlet {
    return (batch, live, bytes, delivery, parents) => {
      if (node.owner.metrics.taps) for (const tap of node.owner.metrics.taps) tap.show(batch, live);
      const done = node.trace?.emitted({ batch, live, delivery, parents });
      this.#pass(node, batch, live, bytes, delivery);
      done?.();
    };
  }

  /** Takes ownership of a source's batch. */
  accept(node: FlowNode, batch: Batch, payloadBytes: number, rawBytes: number, delivery: Delivery): void {
    const { metrics } = node.owner;
    metrics.eventsIn += batch.count;
    metrics.bytesIn += payloadBytes;
    metrics.rawBytes += rawBytes;
    this.#start(node, batch, delivery);
  }

  /** Takes ownership of dead letters that reenter at the node. */
  replay(node: FlowNode, batch: Batch, delivery: Delivery): void {
    if (!this.sources.has(node.owner.componentId)) {
      const live = liveEvents(batch);
      this.#enter(node, batch, live, sizeOf(batch, live), delivery);
      return;
    }
    // They were counted as input before.
    node.owner.metrics.eventsCreated += batch.count;
    this.#start(node, batch, delivery);
  }

  #start(node: FlowNode, batch: Batch, delivery: Delivery): void {
    const { metrics } = node.owner;
    if (node.idKey === null) batch.ids = null;
    else batch.identify(node.idKey);
    if (!node.tracksOrigin()) batch.origins = null;
    else if (node.sourceName !== null) batch.completeOrigins(describeArrival(node.sourceName));
    const live = new Array<number>(batch.count);
    let length = 0;
    let bytes = 0;
    for (let ev = 0; ev < batch.count; ev++) {
      if (batch.isLive(ev)) {
        bytes += batch.size(ev);
        live[length++] = ev;
      } else this.#invalid(node, batch, ev, delivery);
    }
    live.length = length;
    metrics.eventsOut += live.length;
    metrics.bytesOut += bytes;
    metrics.lastEventAt = Date.now();
    this.#leave(node, batch, live, bytes, delivery);
  }

  #leave(node: FlowNode, batch: Batch, live: number[], bytes: number, delivery: Delivery): void {
    if (node.owner.metrics.taps) for (const tap of node.owner.metrics.taps) tap.show(batch, live);
    node.trace?.left(batch, live);
    this.#pass(node, batch, live, bytes, delivery);
  }

  #pass(
    { next, queues, edges }: Pick<FlowNode, 'next' | 'queues' | 'edges'>,
    batch: Batch,
    live: number[],
    bytes: number,
    delivery: Delivery,
  ): void {
    if (live.length > 0 && queues.length === 1 && next.length === 0) {
      queues[0]!.take(batch, null, live.length, bytes, delivery);
      return;
    }
    if (live.length > 0 && queues.length > 0) {
      const stored = encodeBatch(batch, new Output(bytes + live.length * STORED_BYTES + 64));
      for (const queue of queues) queue.take(null, stored, live.length, bytes, delivery);
    }
    if (live.length === 0 || next.length === 0) {
      this.#pool.release(batch);
      return;
    }
    for (let i = 0; i < next.length - 1; i++) {
      const copy = this.#pool.copy(batch, live);
      if (edges[i]) copy.branchIds(edges[i]!);
      this.#enter(
        next[i]!,
        copy,
        live.map((_, ev) => ev),
        bytes,
        delivery,
      );
    }
    const last = next.length - 1;
    if (edges[last]) batch.branchIds(edges[last]!);
    this.#enter(next[last]!, batch, live, bytes, delivery);
  }

  /** Sends each event once to every target of its outputs, given as `chosen`. */
  #part(
    node: FlowNode,
    branches: Branches,
    batch: Batch,
    live: number[],
    chosen: number[],
    delivery: Delivery,
  ) {
    const { next, queues, edges } = node;
    if (node.owner.metrics.taps) for (const tap of node.owner.metrics.taps) tap.show(batch, live);
    node.trace?.left(batch, live, chosen);
    const targets = [
      ...next.map((one, i) => ({
        next: [one],
        queues: [],
        edges: [edges[i] ?? null],
        bits: branches.next[i] ?? 0,
      })),
      ...queues.map((queue, i) => ({ next: [], queues: [queue], edges: [], bits: branches.queues[i] ?? 0 })),
    ];
    for (const { bits, ...target } of targets) {
      const events = live.filter((_, i) => ((chosen[i] ?? 0) & bits) !== 0);
      if (events.length === 0) continue;
      const copy = this.#pool.copy(batch, events);
      const all = events.map((_, ev) => ev);
      this.#pass(target, copy, all, sizeOf(copy, all), delivery);
    }
    this.#pool.release(batch);
  }

  #enter(node: FlowNode, batch: Batch, live: number[], bytesIn: number, delivery: Delivery): void {
    const { metrics } = node.owner;
    const entered = live.length;
    const chosen: number[] = [];
    let bytes = bytesIn;
    let hasCreated = false;
    node.trace?.entered(batch, live);
    if (node.transform) {
      const from = performance.now();
      node.state?.begin(delivery);
      const created = this.#apply(node, node.transform, batch, live, chosen, delivery);
      metrics.busy.add(performance.now() - from);
      metrics.eventsCreated += created;
      hasCreated = created > 0;
      node.state?.end();
      if (!node.onlyDrops || live.length !== entered) bytes = sizeOf(batch, live);
    }
    metrics.eventsIn += entered;
    metrics.bytesIn += bytesIn;
    metrics.eventsOut += live.length;
    metrics.bytesOut += bytes;
    metrics.lastEventAt = Date.now();
    if (node.branches) this.#part(node, node.branches, batch, live, chosen, delivery);
    else if (!hasCreated || isAscending(live)) this.#leave(node, batch, live, bytes, delivery);
    else {
      // Later nodes expect events in batch order.
      const ordered = this.#pool.copy(batch, live);
      this.#pool.release(batch);
      this.#leave(
        node,
        ordered,
        live.map((_, ev) => ev),
        bytes,
        delivery,
      );
    }
  }

  /**
   * Processes events: removes dropped ones from `live`, and inserts created ones after their origin. Fills
   * `chosen` for nodes with named outputs.
   * @returns the number of created events
   */
  #apply(
    node: FlowNode,
    transform: RunningTransform,
    batch: Batch,
    live: number[],
    chosen: number[],
    delivery: Delivery,
  ): number {
    const { condition, key, state } = node;
    const { metrics } = node.owner;
    const { router } = transform;
    const { ids, origins } = batch;
    let kept = 0;
    let created = 0;
    /** Replaces `live` once an event was created. */
    let made: number[] | null = null;
    for (let i = 0; i < live.length; i++) {
      const ev = live[i]!;
      const { count } = batch;
      try {
        const isMet = condition === null || condition(batch, ev);
        if (router) chosen[kept] = isMet ? router.choose(batch, ev) : router.rest;
        else if (isMet) {
          transform.process(batch, ev);
          if (ids && batch.count > count) batch.deriveIds(count, ids[ev], key);
          if (origins && batch.count > count) batch.deriveOrigins(count, origins[ev]);
        }
      } catch (error) {
        const problem = () => problemOf(error, `'${node.name}' failed on an event`);
        for (let at = count; at < batch.count; at++) batch.drop(at);
        if (state?.failedAfterKeeping(ev, problem)) continue;
        this.#addDeadLetter(node, batch, ev, problem(), delivery);
        batch.drop(ev);
        continue;
      }
      if (router && chosen[kept] === 0) batch.drop(ev);
      if (made === null && batch.count > count) made = live.slice(0, kept);
      if (batch.isLive(ev)) {
        if (made === null) live[kept++] = ev;
        else made.push(ev);
      } else if (!state?.hasKept(ev)) {
        metrics.eventsDropped++;
        metrics.bytesDropped += batch.sizeOfDropped(ev);
      }
      for (let at = count; at < batch.count; at++) {
        if (!batch.isLive(at)) continue;
        made?.push(at);
        created++;
      }
    }
    live.length = kept;
    if (made) {
      live.length = 0;
      for (const ev of made) live.push(ev);
    }
    chosen.length = router ? kept : 0;
    return created;
  }

  #invalid(node: FlowNode, batch: Batch, ev: number, delivery: Delivery): void {
    if (batch.state(ev) === 2) {
      node.owner.metrics.eventsDropped++;
      node.owner.metrics.bytesDropped += batch.sizeOfDropped(ev);
      return;
    }
    this.#addDeadLetter(node, batch, ev, batch.refusalOf(ev) ?? invalidEvent(batch, ev), delivery);
  }

  #addDeadLetter(
    node: FlowNode,
    batch: Batch,
    ev: number,
    problem: ComponentProblem,
    delivery: Delivery,
  ): void {
    delivery.hold();
    const event = toDeadEvent(batch, ev);
    this.#deadLetters.add(node.owner, problem, event, () => delivery.release(), delivery);
  }
}

function isAscending(live: readonly number[]): boolean {
  for (let i = 1; i < live.length; i++) if (live[i]! < live[i - 1]!) return false;
  return true;
}

const describeArrival = (source: string): string =>
  `"source":${JSON.stringify(source)},"received":"${new Date().toISOString()}"`;

function invalidEvent(batch: Batch, ev: number): ComponentProblem {
  const { message, offset } = batch.invalidReason(ev);
  return {
    errorName: 'InvalidEvent',
    message: `An event is not a valid JSON object: ${message} at byte ${offset}`,
    causes: ['The sender sent something other than one JSON object per event'],
    resolutions: ['Correct the sender', 'Choose another framing or codec in the source'],
  };
}
