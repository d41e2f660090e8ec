import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import { liveEvents } from '../topology/batch-pool.ts';
import { Delivery } from '../topology/delivery.ts';
import type { ErrorLog, ErrorOwner } from '../topology/error-log.ts';
import type { DeadLetterQueue, EventConsumer } from '../topology/flow.ts';
import type { Amount, ComponentMetrics } from '../topology/metrics.ts';
import { SharedPressure } from '../topology/transform-state.ts';
import type { Counters } from '../types/metrics.ts';
import type { IsolationResults, Waiter } from './messages.ts';
import { keptLost } from './problems.ts';
import type { Requests } from './requests.ts';

export type ResultDeps = {
  readonly requests: Requests;
  readonly errors: Pick<ErrorLog, 'add'>;
  readonly deadLetters: DeadLetterQueue;
  findQueue(sinkId: string): EventConsumer | undefined;
  ownerOf(componentId: string): ErrorOwner;
  settled(emission: number, outcome: 'accepted' | 'unavailable'): void;
};

/** Applies results of the isolated process to queues, dead letters, counters and taps. */
export class ResultKeeper {
  readonly #deps: ResultDeps;
  /** A full destination blocks every source that may have contributed. */
  readonly pressure = new SharedPressure();
  readonly #emissions = new Map<number, Delivery>();
  readonly #kept = new Map<string, Amount>();

  constructor(deps: ResultDeps) {
    this.#deps = deps;
  }

  apply({ outputs, deadLetters, counters, busyMs, errors, seen }: IsolationResults): void {
    const { findQueue, ownerOf } = this.#deps;
    for (const [componentId, change] of Object.entries(counters)) this.#count(componentId, change);
    for (const [componentId, ms] of Object.entries(busyMs)) ownerOf(componentId).metrics.busy.add(ms);
    for (const error of errors)
      this.#deps.errors.add(ownerOf(error.componentId), error, () => error.exampleEvent, error.count);
    for (const { componentId, stored } of seen) show(ownerOf(componentId).metrics, stored);
    const opened: Delivery[] = [];
    for (const { sinkId, stored, events, bytes, waiter } of outputs) {
      const delivery = this.#deliveryOf(waiter, opened);
      const queue = findQueue(sinkId);
      if (queue) queue.take(null, stored, events, bytes, delivery);
      else {
        delivery.hold();
        delivery.giveUp();
      }
    }
    for (const { componentId, problem, event, waiter } of deadLetters) {
      const delivery = this.#deliveryOf(waiter, opened);
      delivery.hold();
      this.#deps.deadLetters.add(ownerOf(componentId), problem, event, () => delivery.release(), delivery);
    }
    for (const delivery of opened) delivery.release();
  }

  /** The process ended and lost its state. */
  forget(): void {
    this.#emissions.clear();
    for (const [componentId, { events, bytes }] of this.#kept) {
      if (events === 0) continue;
      const owner = this.#deps.ownerOf(componentId);
      owner.metrics.eventsBuffered -= events;
      owner.metrics.bytesBuffered -= bytes;
      owner.metrics.eventsDropped += events;
      owner.metrics.bytesDropped += bytes;
      this.#deps.errors.add(owner, keptLost(events), undefined, events);
    }
    this.#kept.clear();
  }

  #count(componentId: string, change: Partial<Counters>): void {
    const { metrics } = this.#deps.ownerOf(componentId);
    for (const [key, added] of Object.entries(change) as [keyof Counters, number][])
      metrics[key] = key === 'lastEventAt' ? added : metrics[key] + added;
    const { eventsBuffered = 0, bytesBuffered = 0 } = change;
    const { events, bytes } = this.#kept.get(componentId) ?? { events: 0, bytes: 0 };
    this.#kept.set(componentId, { events: events + eventsBuffered, bytes: bytes + bytesBuffered });
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

function show(metrics: ComponentMetrics, stored: Buffer): void {
  if (!metrics.taps) return;
  const batch: Batch = decodeBatch(stored);
  const live = liveEvents(batch);
  for (const tap of metrics.taps) tap.show(batch, live);
}
