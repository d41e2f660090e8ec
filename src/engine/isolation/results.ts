import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import type { Counters } from '../port.ts';
import { liveEvents } from '../topology/batch-pool.ts';
import type { ComponentCell } from '../topology/cell.ts';
import { Delivery } from '../topology/delivery.ts';
import type { ErrorLog, ErrorOwner } from '../topology/error-log.ts';
import type { LetterBox, Taker } from '../topology/flow.ts';
import { SharedPressure } from '../topology/holding.ts';
import type { ApartResults, Waiter } from './messages.ts';
import { keptLost } from './problems.ts';
import type { Requests } from './requests.ts';

export type ResultDeps = {
  readonly requests: Requests;
  readonly errors: Pick<ErrorLog, 'add'>;
  readonly deadLetters: LetterBox;
  laneOf(sinkId: string): Taker | undefined;
  ownerOf(componentId: string): ErrorOwner;
  /** What came of results that were kept back before. */
  settled(emission: number, outcome: 'accepted' | 'unavailable'): void;
};

/** Carries out here what the other process made of events: to lanes, dead letters, counters and watchers. */
export class ResultKeeper {
  readonly #deps: ResultDeps;
  /** A full destination holds up every source whose events may have led to it. */
  readonly pressure = new SharedPressure();
  readonly #emissions = new Map<number, Delivery>();
  /** Events that the other process has in its memory, by component. */
  readonly #kept = new Map<string, number>();

  constructor(deps: ResultDeps) {
    this.#deps = deps;
  }

  apply({ outputs, letters, counters, busyMs, errors, seen }: ApartResults): void {
    const { laneOf, ownerOf, deadLetters } = this.#deps;
    for (const [componentId, change] of Object.entries(counters)) this.#count(componentId, change);
    for (const [componentId, ms] of Object.entries(busyMs)) ownerOf(componentId).cell.busy.add(ms);
    for (const error of errors)
      this.#deps.errors.add(ownerOf(error.componentId), error, () => error.exampleEvent, error.count);
    for (const { componentId, stored } of seen) show(ownerOf(componentId).cell, stored);
    const opened: Delivery[] = [];
    for (const { sinkId, stored, events, bytes, waiter } of outputs) {
      const delivery = this.#deliveryOf(waiter, opened);
      const lane = laneOf(sinkId);
      if (lane) lane.take(null, stored, events, bytes, delivery);
      else {
        delivery.hold();
        delivery.giveUp();
      }
    }
    for (const { componentId, problem, event, waiter } of letters) {
      const delivery = this.#deliveryOf(waiter, opened);
      delivery.hold();
      deadLetters.add(ownerOf(componentId), problem, event, () => delivery.release(), delivery);
    }
    for (const delivery of opened) delivery.release();
  }

  /** The other process is gone, and what it kept with it. */
  forget(): void {
    this.#emissions.clear();
    for (const [componentId, events] of this.#kept) {
      if (events === 0) continue;
      const owner = this.#deps.ownerOf(componentId);
      owner.cell.eventsBuffered -= events;
      owner.cell.eventsDropped += events;
      this.#deps.errors.add(owner, keptLost(events), undefined, events);
    }
    this.#kept.clear();
  }

  #count(componentId: string, change: Partial<Counters>): void {
    const { cell } = this.#deps.ownerOf(componentId);
    for (const [key, added] of Object.entries(change) as [keyof Counters, number][])
      cell[key] = key === 'lastEventAt' ? added : cell[key] + added;
    const kept = change.eventsBuffered;
    if (kept !== undefined) this.#kept.set(componentId, (this.#kept.get(componentId) ?? 0) + kept);
  }

  #deliveryOf(waiter: Waiter, opened: Delivery[]): Delivery {
    if ('request' in waiter) return this.#deps.requests.find(waiter.request)?.delivery ?? nobodys();
    const { emission } = waiter;
    const known = this.#emissions.get(emission);
    if (known) return known;
    const delivery = new Delivery(this.pressure);
    this.#emissions.set(emission, delivery);
    opened.push(delivery);
    void delivery.outcome.then((outcome) => {
      if (this.#emissions.get(emission) !== delivery) return;
      this.#emissions.delete(emission);
      this.#deps.settled(emission, outcome);
    });
    return delivery;
  }
}

const nobodys = (): Delivery => new Delivery({ waiting: () => {}, settled: () => {} });

function show(cell: ComponentCell, stored: Buffer): void {
  if (!cell.taps) return;
  const batch: Batch = decodeBatch(stored);
  const live = liveEvents(batch);
  for (const tap of cell.taps) tap.show(batch, live);
}
