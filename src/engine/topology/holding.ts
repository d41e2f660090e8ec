import type { ComponentProblem, Keeper, KeptEvents } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { shortKey } from '../event/ids.ts';
import type { BatchPool } from './batch-pool.ts';
import type { EngineClock } from './clock.ts';
import { Delivery, type Pressure } from './delivery.ts';
import type { ErrorOwner } from './error-log.ts';
import { problemOf } from './problems.ts';

/** Results go on in batches of about so much. */
const RESULTS_EVENTS = 1000;
const RESULTS_BYTES = 256 << 10;
/** Bytes of results that wait for their destinations before sources are kept waiting too. */
const HIGH_WATER = 4 << 20;

/** Acknowledgements that may be held back; beyond, everything kept is made results of. */
const MOST_HELD = 500_000;
/** After a flush that failed, which is a defect of the component. */
const AFTER_FAILURE_MS = 1000;

/** Where the results of a node go: its next nodes and lanes. */
export type Outlet = (
  batch: Batch,
  live: number[],
  bytes: number,
  delivery: Delivery,
  parents: readonly Delivery[],
) => void;

export type HoldingDeps = {
  readonly pool: BatchPool;
  readonly clock: EngineClock;
  owner(): ErrorOwner;
  report(problem: ComponentProblem): void;
  /** Acknowledgements wait for results whatever the component says, and each result goes on alone: for trials. */
  readonly isTrial?: boolean;
};

class Kept implements KeptEvents {
  count = 0;
  /** Id of the first of them. */
  firstId: string | undefined;
  readonly deliveries: Delivery[] = [];
}

/**
 * The events that one transform keeps back, with the acknowledgements that wait for them, and its results on
 * their way out. It outlives reloads that leave the node unchanged: its results then take the new way.
 */
export class Holding {
  readonly #deps: HoldingDeps;
  #keeper: Keeper | null = null;
  #outlet: Outlet | null = null;
  /** Acknowledgement of the batch that is being processed. */
  #delivery: Delivery | null = null;
  #keptOfBatch = 0;
  #lastKept = -1;
  #results: Batch | null = null;
  #resultBytes = 0;
  #parents: Delivery[] = [];
  #held = 0;
  readonly #pressure = new SharedPressure();
  /** Bytes of results on their way, and the acknowledgements that wait until there are fewer. */
  #underWay = 0;
  #waiting: Delivery[] = [];
  #wakeAt = Number.POSITIVE_INFINITY;
  #callOff: (() => void) | null = null;
  #hurries = false;

  constructor(deps: HoldingDeps) {
    this.#deps = deps;
  }

  keepFor(keeper: Keeper): void {
    this.#keeper = keeper;
  }

  /** From now on results go there. */
  bind(outlet: Outlet): void {
    this.#outlet = outlet;
    this.#wakeInTime();
  }

  // ---- what the transform asks for ----

  keep(batch: Batch, event: number, kept: KeptEvents | null): KeptEvents {
    const into = kept instanceof Kept ? kept : new Kept();
    const delivery = this.#delivery;
    if (delivery && this.#waitsForResults && into.deliveries.at(-1) !== delivery) {
      delivery.hold();
      into.deliveries.push(delivery);
      this.#held++;
    }
    into.firstId ??= batch.ids?.[event];
    batch.drop(event);
    into.count++;
    this.#lastKept = event;
    this.#keptOfBatch++;
    this.#deps.owner().cell.eventsBuffered++;
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
      problem = problemOf(error, 'A result could not be made');
      for (let ev = first; ev < batch.count; ev++) batch.drop(ev);
    }
    // A result is named after the first event it was made of.
    if (kept instanceof Kept && kept.firstId !== undefined)
      batch.deriveIds(first, kept.firstId, shortKey(this.#deps.owner().componentId));
    const written = this.#countWritten(batch, first);
    const count = kept?.count ?? 0;
    const { cell } = this.#deps.owner();
    cell.eventsBuffered -= count;
    cell.eventsOut += written;
    if (written === 0) cell.eventsDropped += count;
    else {
      cell.eventsMerged += Math.max(0, count - written);
      cell.eventsCreated += Math.max(0, written - count);
    }
    this.#settle(kept, problem);
    if (this.#deps.isTrial || batch.count >= RESULTS_EVENTS || this.#resultBytes >= RESULTS_BYTES)
      this.#send();
  }

  // ---- what the flow asks for ----

  begin(delivery: Delivery): void {
    this.#delivery = delivery;
    this.#keptOfBatch = 0;
    this.#lastKept = -1;
    this.#pressure.add(delivery.pressure);
    if (this.#underWay < HIGH_WATER) return;
    delivery.hold();
    this.#waiting.push(delivery);
  }

  /** The transform failed on this event after it had been kept: it is not lost. */
  failedAfterKeeping(event: number, problem: () => ComponentProblem): boolean {
    if (this.#lastKept !== event) return false;
    this.#deps.report(problem());
    return true;
  }

  /** Sends results on; how many events of the batch were kept. */
  end(): number {
    this.#delivery = null;
    if (this.#hurries || this.#held >= MOST_HELD) this.flush();
    else {
      this.#send();
      this.#wakeInTime();
    }
    return this.#keptOfBatch;
  }

  // ---- what the pipeline asks for ----

  /** Makes results of all that is kept. */
  flush(): void {
    this.#flush(true);
    this.#send();
  }

  /** Makes results of all that is kept, now and after each batch that still comes. */
  hurry(): void {
    this.#hurries = true;
    this.suspend();
    this.flush();
  }

  /** Nothing leaves until `bind`. No batch may come meanwhile. */
  suspend(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  get #waitsForResults(): boolean {
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

  /** What nothing could be made of is not acknowledged: the sender may send it again. */
  #settle(kept: KeptEvents | null, problem: ComponentProblem | null): void {
    if (problem) this.#deps.report(problem);
    if (!(kept instanceof Kept)) return;
    for (const delivery of kept.deliveries) {
      if (problem) delivery.giveUp();
      else this.#parents.push(delivery);
    }
    this.#held -= kept.deliveries.length;
    kept.deliveries.length = 0;
    kept.count = 0;
    kept.firstId = undefined;
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
    const delivery = new Delivery(this.#pressure);
    this.#underWay += bytes;
    void delivery.outcome.then((outcome) => {
      this.#underWay -= bytes;
      for (const parent of parents) {
        if (outcome === 'accepted') parent.release();
        else parent.giveUp();
      }
      this.#answerWaiting();
    });
    const { cell } = this.#deps.owner();
    cell.bytesOut += bytes;
    cell.lastEventAt = Date.now();
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
      this.#deps.report(problemOf(error, 'Results could not be made'));
      return false;
    }
  }
}

/** A full destination of results holds up every source whose events led to them. */
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
