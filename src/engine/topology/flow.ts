import type { ComponentProblem, RunningTransform } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { CompiledCondition } from '../event/condition.ts';
import { encodeBatch } from '../event/encode.ts';
import { type BatchPool, sizeOf } from './batch-pool.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import type { ErrorOwner } from './error-log.ts';
import type { Lane } from './lane.ts';
import { problemOf } from './problems.ts';

/** A node ready to run. A source has neither transform nor condition; sinks are the lanes. */
export type FlowNode = {
  readonly owner: ErrorOwner;
  readonly name: string;
  /** Null passes events on as they are: sources, and disabled nodes. */
  readonly transform: RunningTransform | null;
  readonly condition: CompiledCondition | null;
  readonly onlyDrops: boolean;
  readonly next: FlowNode[];
  readonly lanes: Lane[];
};

/**
 * Runs batches through a pipeline's nodes, without a pause in between: so a swap of the flow happens
 * between batches. Events are copied only where branches part.
 */
export class Flow {
  readonly sources: ReadonlyMap<string, FlowNode>;
  readonly #pool: BatchPool;
  readonly #deadLetters: DeadLetters;

  constructor(sources: ReadonlyMap<string, FlowNode>, pool: BatchPool, deadLetters: DeadLetters) {
    this.sources = sources;
    this.#pool = pool;
    this.#deadLetters = deadLetters;
  }

  /** Takes a source's batch over. */
  accept(node: FlowNode, batch: Batch, payloadBytes: number, rawBytes: number, delivery: Delivery): void {
    const { cell } = node.owner;
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
    const { next, lanes } = node;
    if (node.owner.cell.taps) for (const tap of node.owner.cell.taps) tap.show(batch, live);
    if (live.length > 0 && lanes.length === 1 && next.length === 0) {
      lanes[0]!.take(batch, null, live.length, bytes, delivery);
      return;
    }
    if (live.length > 0 && lanes.length > 0) {
      const stored = encodeBatch(batch);
      for (const lane of lanes) lane.take(null, stored, live.length, bytes, delivery);
    }
    if (live.length === 0 || next.length === 0) {
      this.#pool.release(batch);
      return;
    }
    for (let i = 0; i < next.length - 1; i++) {
      const copy = this.#pool.copy(batch, live);
      this.#enter(
        next[i]!,
        copy,
        live.map((_, ev) => ev),
        bytes,
        delivery,
      );
    }
    this.#enter(next[next.length - 1]!, batch, live, bytes, delivery);
  }

  #enter(node: FlowNode, batch: Batch, live: number[], bytesIn: number, delivery: Delivery): void {
    const { cell } = node.owner;
    const entered = live.length;
    let bytes = bytesIn;
    if (node.transform) {
      const before = batch.count;
      const dead = this.#apply(node, node.transform, batch, live, delivery);
      const kept = live.length;
      for (let ev = before; ev < batch.count; ev++) if (batch.isLive(ev)) live.push(ev);
      cell.eventsCreated += live.length - kept;
      cell.eventsDropped += entered - kept - dead;
      if (!node.onlyDrops || live.length !== entered) bytes = sizeOf(batch, live);
    }
    cell.eventsIn += entered;
    cell.bytesIn += bytesIn;
    cell.eventsOut += live.length;
    cell.bytesOut += bytes;
    cell.lastEventAt = Date.now();
    this.#leave(node, batch, live, bytes, delivery);
  }

  /** Processes events and takes those that are gone out of `live`; how many of them became dead letters. */
  #apply(
    node: FlowNode,
    transform: RunningTransform,
    batch: Batch,
    live: number[],
    delivery: Delivery,
  ): number {
    const { condition } = node;
    let kept = 0;
    let dead = 0;
    for (let i = 0; i < live.length; i++) {
      const ev = live[i]!;
      try {
        if (condition === null || condition(batch, ev)) transform.process(batch, ev);
      } catch (error) {
        this.#setAside(node, batch, ev, problemOf(error, `'${node.name}' failed on an event`), delivery);
        batch.drop(ev);
        dead++;
        continue;
      }
      if (batch.isLive(ev)) live[kept++] = ev;
    }
    live.length = kept;
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
    this.#deadLetters.add(node.owner, problem, text, () => delivery.release());
  }
}
