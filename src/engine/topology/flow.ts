import type { ComponentProblem, RunningTransform } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { CompiledCondition } from '../event/condition.ts';
import { encodeBatch, STORED_BYTES } from '../event/encode.ts';
import { Output } from '../event/output.ts';
import { type BatchPool, sizeOf } from './batch-pool.ts';
import type { Delivery } from './delivery.ts';
import type { ErrorOwner } from './error-log.ts';
import type { Holding, Outlet } from './holding.ts';
import type { Lane } from './lane.ts';
import { problemOf } from './problems.ts';
import type { Branches } from './routing.ts';

/** A node ready to run. A source has neither transform nor condition; sinks are the lanes. */
export type FlowNode = {
  readonly owner: ErrorOwner;
  readonly name: string;
  /** Null passes events on as they are: sources, and disabled nodes. */
  readonly transform: RunningTransform | null;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
  /** Null unless it keeps events back. */
  readonly holding: Holding | null;
  readonly next: FlowNode[];
  readonly lanes: Taker[];
  /** Of a node with named outputs: which of them lead to which of `next` and `lanes`. */
  readonly branches: Branches | null;
  /** Null unless somebody follows single events. */
  readonly trace: Trace | null;
  /** Of a source: what ids of its events begin with; null when no destination asks for them (R4). */
  readonly idKey: string | null;
  /** Names ids of what it makes, and those of events that take other ways than the first of `next`. */
  readonly key: string;
  readonly edges: readonly (string | null)[];
};

/** Sets events aside that nobody took; `done` is called, once, when they are safe. `delivery` waits for that. */
export type LetterBox = {
  add(
    owner: ErrorOwner,
    problem: ComponentProblem,
    event: string,
    done: () => void,
    delivery: Delivery,
  ): void;
};

/** What takes the events that reach a destination. */
export type Taker = Pick<Lane, 'take'>;

export type Emitted = {
  readonly batch: Batch;
  readonly live: readonly number[];
  readonly delivery: Delivery;
  readonly parents: readonly Delivery[];
};

/** Sees each batch that comes into a node, and what is left of it; each call of one follows one of the other. */
export type Trace = {
  entered(batch: Batch, live: readonly number[]): void;
  /** `chosen`: the named outputs of each live event, as bits. */
  left(batch: Batch, live: readonly number[], chosen?: readonly number[]): void;
  /** Results of what was kept under `parents` go on under `delivery`; the answer is called when they are through. */
  emitted(results: Emitted): () => void;
};

/**
 * Runs batches through a pipeline's nodes, without a pause in between: so a swap of the flow happens
 * between batches. Events are copied only where branches part.
 */
export class Flow {
  readonly sources: ReadonlyMap<string, FlowNode>;
  readonly #pool: BatchPool;
  readonly #deadLetters: LetterBox;

  constructor(sources: ReadonlyMap<string, FlowNode>, pool: BatchPool, deadLetters: LetterBox) {
    this.sources = sources;
    this.#pool = pool;
    this.#deadLetters = deadLetters;
  }

  /** Where results of what a node kept back go. */
  outletOf(node: FlowNode): Outlet {
    return (batch, live, bytes, delivery, parents) => {
      if (node.owner.cell.taps) for (const tap of node.owner.cell.taps) tap.show(batch, live);
      const done = node.trace?.emitted({ batch, live, delivery, parents });
      this.#pass(node, batch, live, bytes, delivery);
      done?.();
    };
  }

  /** Takes a source's batch over. */
  accept(node: FlowNode, batch: Batch, payloadBytes: number, rawBytes: number, delivery: Delivery): void {
    const { cell } = node.owner;
    if (node.idKey === null) batch.ids = null;
    else batch.identify(node.idKey);
    const live: number[] = [];
    let bytes = 0;
    for (let ev = 0; ev < batch.count; ev++) {
      if (batch.isLive(ev)) {
        bytes += batch.size(ev);
        live.push(ev);
      } else this.#invalid(node, batch, ev, delivery);
    }
    cell.eventsIn += batch.count;
    cell.bytesIn += payloadBytes;
    cell.rawBytes += rawBytes;
    cell.eventsOut += live.length;
    cell.bytesOut += bytes;
    cell.lastEventAt = Date.now();
    this.#leave(node, batch, live, bytes, delivery);
  }

  /** Passes what left a node on. The batch is given up: to a lane, to the next node, or to the pool. */
  #leave(node: FlowNode, batch: Batch, live: number[], bytes: number, delivery: Delivery): void {
    if (node.owner.cell.taps) for (const tap of node.owner.cell.taps) tap.show(batch, live);
    node.trace?.left(batch, live);
    this.#pass(node, batch, live, bytes, delivery);
  }

  #pass(
    { next, lanes, edges }: Pick<FlowNode, 'next' | 'lanes' | 'edges'>,
    batch: Batch,
    live: number[],
    bytes: number,
    delivery: Delivery,
  ): void {
    if (live.length > 0 && lanes.length === 1 && next.length === 0) {
      lanes[0]!.take(batch, null, live.length, bytes, delivery);
      return;
    }
    if (live.length > 0 && lanes.length > 0) {
      const stored = encodeBatch(batch, new Output(bytes + live.length * STORED_BYTES + 64));
      for (const lane of lanes) lane.take(null, stored, live.length, bytes, delivery);
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

  /**
   * Gives each target the events whose outputs lead to it, once, though several of them may. `chosen` holds
   * the outputs of each live event, in their order.
   */
  #part(
    node: FlowNode,
    branches: Branches,
    batch: Batch,
    live: number[],
    chosen: number[],
    delivery: Delivery,
  ) {
    const { next, lanes, edges } = node;
    if (node.owner.cell.taps) for (const tap of node.owner.cell.taps) tap.show(batch, live);
    node.trace?.left(batch, live, chosen);
    const targets = [
      ...next.map((one, i) => ({
        next: [one],
        lanes: [],
        edges: [edges[i] ?? null],
        bits: branches.next[i] ?? 0,
      })),
      ...lanes.map((lane, i) => ({ next: [], lanes: [lane], edges: [], bits: branches.lanes[i] ?? 0 })),
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
    const { cell } = node.owner;
    const entered = live.length;
    const chosen: number[] = [];
    let bytes = bytesIn;
    node.trace?.entered(batch, live);
    if (node.transform) {
      const before = batch.count;
      const from = performance.now();
      node.holding?.begin(delivery);
      const dead = this.#apply(node, node.transform, batch, live, chosen, delivery);
      cell.busy.add(performance.now() - from);
      const stayed = live.length;
      for (let ev = before; ev < batch.count; ev++) if (batch.isLive(ev)) live.push(ev);
      cell.eventsCreated += live.length - stayed;
      cell.eventsDropped += entered - stayed - dead - (node.holding?.end() ?? 0);
      if (!node.onlyDrops || live.length !== entered) bytes = sizeOf(batch, live);
    }
    cell.eventsIn += entered;
    cell.bytesIn += bytesIn;
    cell.eventsOut += live.length;
    cell.bytesOut += bytes;
    cell.lastEventAt = Date.now();
    if (node.branches) this.#part(node, node.branches, batch, live, chosen, delivery);
    else this.#leave(node, batch, live, bytes, delivery);
  }

  /**
   * Processes events and takes those that are gone out of `live`; how many of them became dead letters. Of a
   * node with named outputs `chosen` then holds the outputs of each that is left.
   */
  #apply(
    node: FlowNode,
    transform: RunningTransform,
    batch: Batch,
    live: number[],
    chosen: number[],
    delivery: Delivery,
  ): number {
    const { condition, key } = node;
    const { router } = transform;
    const { ids } = batch;
    let kept = 0;
    let dead = 0;
    for (let i = 0; i < live.length; i++) {
      const ev = live[i]!;
      try {
        const isMet = condition === null || condition(batch, ev);
        if (router) chosen[kept] = isMet ? router.choose(batch, ev) : router.rest;
        else if (isMet) {
          const { count } = batch;
          transform.process(batch, ev);
          if (ids && batch.count > count) batch.deriveIds(count, ids[ev], key);
        }
      } catch (error) {
        const problem = () => problemOf(error, `'${node.name}' failed on an event`);
        if (node.holding?.failedAfterKeeping(ev, problem)) continue;
        this.#setAside(node, batch, ev, problem(), delivery);
        batch.drop(ev);
        dead++;
        continue;
      }
      if (router && chosen[kept] === 0) batch.drop(ev);
      if (batch.isLive(ev)) live[kept++] = ev;
    }
    live.length = kept;
    chosen.length = router ? kept : 0;
    return dead;
  }

  #invalid(node: FlowNode, batch: Batch, ev: number, delivery: Delivery): void {
    if (batch.state(ev) === 2) {
      node.owner.cell.eventsDropped++;
      return;
    }
    const { message, offset } = batch.invalidReason(ev);
    const problem: ComponentProblem = {
      errorName: 'InvalidEvent',
      message: `An event is no valid JSON object: ${message} at byte ${offset}`,
      causes: ['The sender sent something else than one JSON object per event'],
      resolutions: ['Correct the sender', 'Choose another framing or codec in the source'],
    };
    this.#setAside(node, batch, ev, problem, delivery);
  }

  #setAside(node: FlowNode, batch: Batch, ev: number, problem: ComponentProblem, delivery: Delivery): void {
    delivery.hold();
    const text = batch.isLive(ev) ? batch.bytesOf(ev).toString() : batch.original(ev).toString();
    this.#deadLetters.add(node.owner, problem, text, () => delivery.release(), delivery);
  }
}
