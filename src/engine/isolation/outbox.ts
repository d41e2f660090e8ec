import type { ComponentProblem } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { encodeBatch } from '../event/encode.ts';
import type { Counters } from '../port.ts';
import type { BatchPool } from '../topology/batch-pool.ts';
import { ComponentCell } from '../topology/cell.ts';
import { Delivery } from '../topology/delivery.ts';
import { ErrorLog, type ErrorOwner } from '../topology/error-log.ts';
import type { LetterBox, Taker } from '../topology/flow.ts';
import type { ApartResults, Waiter } from './messages.ts';

/** The acknowledgement of a batch that came in: the other process waits for what leaves under it by itself. */
export class RequestDelivery extends Delivery {
  readonly request: number;

  constructor(request: number) {
    super({ waiting: () => {}, settled: () => {} });
    this.request = request;
  }
}

type Figures = Omit<Counters, 'errors'>;

/** Gathers what becomes of events until it is taken for one message. */
export class Outbox {
  readonly errors = new ErrorLog();
  readonly #pool: BatchPool;
  readonly #cells = new Map<string, ComponentCell>();
  readonly #told = new Map<string, Figures>();
  readonly #toldBusy = new Map<string, number>();
  readonly #emissions = new Map<number, Delivery>();
  readonly #numbers = new Map<Delivery, number>();
  #nextEmission = 1;
  #outputs: ApartResults['outputs'][number][] = [];
  #letters: ApartResults['letters'][number][] = [];
  #seen: ApartResults['seen'][number][] = [];

  constructor(pool: BatchPool) {
    this.#pool = pool;
  }

  cell(componentId: string): ComponentCell {
    const cell = this.#cells.get(componentId) ?? new ComponentCell();
    this.#cells.set(componentId, cell);
    return cell;
  }

  /** What takes the events of a destination. */
  sink(sinkId: string): Taker {
    return {
      take: (batch, stored, events, bytes, delivery) => {
        const body = stored ?? encodeBatch(batch!);
        if (batch) this.#pool.release(batch);
        this.#outputs.push({ sinkId, stored: body, events, bytes, waiter: this.#waiter(delivery) });
      },
    };
  }

  readonly letterBox: LetterBox = {
    add: (owner: ErrorOwner, problem: ComponentProblem, event, done, delivery) => {
      this.#letters.push({ componentId: owner.componentId, problem, event, waiter: this.#waiter(delivery) });
      done();
    },
  };

  /** Shows what leaves these components to the other process, and nothing of the others. */
  watch(componentIds: readonly string[]): void {
    for (const cell of this.#cells.values()) cell.taps = null;
    for (const componentId of componentIds) {
      const show = (batch: Batch) => this.#seen.push({ componentId, stored: encodeBatch(batch) });
      this.cell(componentId).taps = [{ show, end: () => {} }];
    }
  }

  settled(emission: number, outcome: 'accepted' | 'unavailable'): void {
    const delivery = this.#emissions.get(emission);
    if (!delivery) return;
    this.#emissions.delete(emission);
    this.#numbers.delete(delivery);
    if (outcome === 'accepted') delivery.release();
    else delivery.giveUp();
  }

  get isEmpty(): boolean {
    return this.#outputs.length + this.#letters.length + this.#seen.length === 0;
  }

  take(): ApartResults {
    const results = {
      outputs: this.#outputs,
      letters: this.#letters,
      seen: this.#seen,
      counters: this.#changes(),
      busyMs: this.#work(),
      errors: this.errors.take(),
    };
    this.#outputs = [];
    this.#letters = [];
    this.#seen = [];
    return results;
  }

  #waiter(delivery: Delivery): Waiter {
    if (delivery instanceof RequestDelivery) return { request: delivery.request };
    const known = this.#numbers.get(delivery);
    if (known !== undefined) return { emission: known };
    const emission = this.#nextEmission++;
    delivery.hold();
    this.#emissions.set(emission, delivery);
    this.#numbers.set(delivery, emission);
    return { emission };
  }

  #work(): ApartResults['busyMs'] {
    const work: Record<string, number> = {};
    for (const [componentId, { busy }] of this.#cells) {
      const total = busy.total();
      const ms = total - (this.#toldBusy.get(componentId) ?? 0);
      if (ms > 0) work[componentId] = ms;
      this.#toldBusy.set(componentId, total);
    }
    return work;
  }

  /** Errors are counted where they are reported. */
  #changes(): ApartResults['counters'] {
    const changes: Record<string, Partial<Counters>> = {};
    for (const [componentId, cell] of this.#cells) {
      const { errors: _errors, ...now } = cell.snapshot();
      const before = this.#told.get(componentId);
      const change = difference(now, before);
      if (change === null) continue;
      this.#told.set(componentId, now);
      changes[componentId] = change;
    }
    return changes;
  }
}

/** What was added; the time of the last event is told as it is. */
function difference(now: Figures, before: Figures | undefined): Partial<Counters> | null {
  const change: Partial<Counters> = {};
  for (const key of Object.keys(now) as (keyof Figures)[]) {
    const added = now[key] - (before?.[key] ?? 0);
    if (added !== 0) change[key] = key === 'lastEventAt' ? now[key] : added;
  }
  return Object.keys(change).length === 0 ? null : change;
}
