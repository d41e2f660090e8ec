import type { ComponentProblem, Keeper, KeptEvents } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { shortKey } from '../event/ids.ts';
import { steadyNow } from '../steady-now.ts';
import type { BatchPool } from './batch-pool.ts';
import type { EngineClock } from './clock.ts';
import { Delivery, type Pressure } from './delivery.ts';
import type { ErrorOwner } from './error-log.ts';
import { problemOf } from './problems.ts';

const RESULTS_EVENTS = 1000;
const RESULTS_BYTES = 256 << 10;
const HIGH_WATER = 4 << 20;

/** Beyond this many waiting acknowledgements the state is flushed. */
const MAX_WAITING_ACKS = 500_000;
/** A failed flush is a defect of the component. */
const AFTER_FAILURE_MS = 1000;

export type Outlet = (
  batch: Batch,
  live: number[],
  bytes: number,
  delivery: Delivery,
  parents: readonly Delivery[],
) => void;

export type TransformStateDeps = {
  readonly pool: BatchPool;
  readonly clock: EngineClock;
  owner(): ErrorOwner;
  report(problem: ComponentProblem): void;
  /** For previews: acknowledgements always wait for results, and each result leaves alone. */
  readonly isTrial?: boolean;
};

class Kept implements KeptEvents {
  count = 0;
  bytes = 0;
  firstId: string | undefined;
  firstOrigin: string | undefined;
  readonly deliveries: Delivery[] = [];
}

const NOTHING_KEPT = { count: 0, bytes: 0 };

/**
 * State of one transform: kept events, their waiting acknowledgements, and outgoing results. Survives
 * deployments that do not change the node.
 */
export class TransformState {
  readonly #deps: TransformStateDeps;
  #keeper: Keeper | null = null;
  #outlet: Outlet | null = null;
  #delivery: Delivery | null = null;
  #lastKept = -1;
  #results: Batch | null = null;
  #resultBytes = 0;
  #parents: Delivery[] = [];
  #waitingAcks = 0;
  readonly #pressure = new SharedPressure();
  #underWay = 0;
  #waiting: Delivery[] = [];
  #wakeAt = Number.POSITIVE_INFINITY;
  #callOff: (() => void) | null = null;
  #hurries = false;

  constructor(deps: TransformStateDeps) {
    this.#deps = deps;
  }

  attachKeeper(keeper: Keeper): void {
    this.#keeper = keeper;
  }

  bind(outlet: Outlet): void {
    this.#outlet = outlet;
    this.#wakeInTime();
  }

  // ---- called by the transform ----

  keep(batch: Batch, event: number, kept: KeptEvents | null): KeptEvents {
    const into = kept instanceof Kept ? kept : new Kept();
    const delivery = this.#delivery;
    if (delivery && this.waitsForResults && into.deliveries.at(-1) !== delivery) {
      delivery.hold();
      into.deliveries.push(delivery);
      this.#waitingAcks++;
    }
    into.firstId ??= batch.ids?.[event];
    into.firstOrigin ??= batch.origins?.[event];
    const bytes = batch.size(event);
    batch.drop(event);
    into.count++;
    into.bytes += bytes;
    this.#lastKept = event;
    const { metrics } = this.#deps.owner();
    metrics.eventsBuffered++;
    metrics.bytesBuffered += bytes;
    return into;
  }

  emit(kept: KeptEvents | null, write: (batch: Batch) => void): void {
    this.#results ??= this.#deps.pool.take();
    const batch = this.#results;
    const first = batch.count;
    let problem: ComponentProblem | null = null;
    try {
      write(batch);
    } catch (error) {
      problem = problemOf(error, 'A result could not be computed');
      for (let ev = first; ev < batch.count; ev++) batch.drop(ev);
    }
    // A result has the id and origin of its first event.
    if (kept instanceof Kept) {
      batch.deriveOrigins(first, kept.firstOrigin);
      if (kept.firstId !== undefined)
        batch.deriveIds(first, kept.firstId, shortKey(this.#deps.owner().componentId));
    }
    const written = this.#countWritten(batch, first);
    const { count, bytes } = kept instanceof Kept ? kept : NOTHING_KEPT;
    const { metrics } = this.#deps.owner();
    metrics.eventsBuffered -= count;
    metrics.bytesBuffered -= bytes;
    metrics.eventsOut += written;
    if (written === 0) {
      metrics.eventsDropped += count;
      metrics.bytesDropped += bytes;
    } else {
      metrics.eventsMerged += Math.max(0, count - written);
      metrics.eventsCreated += Math.max(0, written - count);
    }
    this.#settle(kept, problem);
    if (this.#deps.isTrial || batch.count >= RESULTS_EVENTS || this.#resultBytes >= RESULTS_BYTES)
      this.#send();
  }

  // ---- called by the flow ----

  begin(delivery: Delivery): void {
    this.#delivery = delivery;
    this.#lastKept = -1;
    this.#pressure.add(delivery.pressure);
    if (this.#underWay < HIGH_WATER) return;
    delivery.hold();
    this.#waiting.push(delivery);
  }

  hasKept(event: number): boolean {
    return this.#lastKept === event;
  }

  /** The transform failed after keeping the event, so it is not lost. */
  failedAfterKeeping(event: number, problem: () => ComponentProblem): boolean {
    if (this.#lastKept !== event) return false;
    this.#deps.report(problem());
    return true;
  }

  end(): void {
    this.#delivery = null;
    if (this.#hurries || this.#waitingAcks >= MAX_WAITING_ACKS) this.flush();
    else {
      this.#send();
      this.#wakeInTime();
    }
  }

  // ---- called by the pipeline ----

  flush(): void {
    this.#flush(true);
    this.#send();
  }

  /** Flushes now and after each later batch. */
  hurry(): void {
    this.#hurries = true;
    this.suspend();
    this.flush();
  }

  /** Stops output until `bind`; no batch may arrive meanwhile. */
  suspend(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  /** Sources are acknowledged with the result. */
  get waitsForResults(): boolean {
    return this.#keeper?.acknowledges === 'delivered' || this.#deps.isTrial === true;
  }

  #countWritten(batch: Batch, first: number): number {
    let written = 0;
    for (let ev = first; ev < batch.count; ev++) {
      if (!batch.isLive(ev)) continue;
      this.#resultBytes += batch.size(ev);
      written++;
    }
    return written;
  }

  /** Failed results are not acknowledged, so the sender may resend. */
  #settle(kept: KeptEvents | null, problem: ComponentProblem | null): void {
    if (problem) this.#deps.report(problem);
    if (!(kept instanceof Kept)) return;
    for (const delivery of kept.deliveries) {
      if (problem) delivery.giveUp();
      else this.#parents.push(delivery);
    }
    this.#waitingAcks -= kept.deliveries.length;
    kept.deliveries.length = 0;
    kept.count = 0;
    kept.bytes = 0;
    kept.firstId = undefined;
    kept.firstOrigin = undefined;
  }

  #send(): void {
    const batch = this.#results;
    if (!batch || !this.#outlet) return;
    const parents = this.#parents;
    const bytes = this.#resultBytes;
    this.#results = null;
    this.#parents = [];
    this.#resultBytes = 0;
    const live: number[] = [];
    for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) live.push(ev);
    const arrivedAt = parents.reduce((first, parent) => Math.min(first, parent.arrivedAt), steadyNow());
    const delivery = new Delivery(this.#pressure, null, arrivedAt);
    this.#underWay += bytes;
    void delivery.outcome.then((outcome) => {
      this.#underWay -= bytes;
      for (const parent of parents) {
        if (outcome === 'accepted') parent.release();
        else parent.giveUp();
      }
      this.#answerWaiting();
    });
    const { metrics } = this.#deps.owner();
    metrics.bytesOut += bytes;
    metrics.lastEventAt = Date.now();
    this.#outlet(batch, live, bytes, delivery, parents);
    delivery.release();
  }

  #answerWaiting(): void {
    if (this.#underWay >= HIGH_WATER) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const delivery of waiting) delivery.release();
  }

  #wakeInTime(soonest = 0): void {
    const at = this.#keeper?.nextAt() ?? Number.POSITIVE_INFINITY;
    if (this.#hurries || at >= this.#wakeAt) return;
    const { clock } = this.#deps;
    this.#callOff?.();
    this.#wakeAt = at;
    this.#callOff = clock.after(Math.max(soonest, Math.ceil(at - clock.now())), () => {
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#callOff = null;
      const isDone = this.#flush(false);
      this.#send();
      this.#wakeInTime(isDone ? 0 : AFTER_FAILURE_MS);
    });
  }

  #flush(everything: boolean): boolean {
    try {
      this.#keeper?.flush(everything);
      return true;
    } catch (error) {
      this.#deps.report(problemOf(error, 'Results could not be computed'));
      return false;
    }
  }
}

/** Backpressure from result destinations to every contributing source. */
export class SharedPressure implements Pressure {
  readonly #all = new Set<Pressure>();
  #bytes = 0;

  add(one: Pressure): void {
    if (this.#all.has(one)) return;
    this.#all.add(one);
    one.waiting(this.#bytes);
  }

  waiting(bytes: number): void {
    this.#bytes += bytes;
    for (const one of this.#all) one.waiting(bytes);
  }

  settled(bytes: number): void {
    this.#bytes -= bytes;
    for (const one of this.#all) one.settled(bytes);
  }
}
