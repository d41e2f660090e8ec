import type { ComponentProblem } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { encodeBatch } from '../event/encode.ts';
import type { BatchPool } from '../topology/batch-pool.ts';
import { Delivery } from '../topology/delivery.ts';
import { ErrorLog, type ErrorOwner } from '../topology/error-log.ts';
import type { DeadLetterQueue, EventConsumer } from '../topology/flow.ts';
import { ComponentMetrics } from '../topology/metrics.ts';
import type { Counters } from '../types/metrics.ts';
import type { IsolationResults, Waiter } from './messages.ts';

/** For an input batch; the engine's process tracks its outputs. */
export class RequestDelivery extends Delivery {
  readonly request: number;

  constructor(request: number) {
    super({ waiting: () => {}, settled: () => {} });
    this.request = request;
  }
}

type Figures = Omit<Counters, 'errors'>;

export class ResultCollector {
  readonly errors = new ErrorLog();
  readonly #pool: BatchPool;
  readonly #metrics = new Map<string, ComponentMetrics>();
  readonly #sent = new Map<string, Figures>();
  readonly #sentBusy = new Map<string, number>();
  readonly #emissions = new Map<number, Delivery>();
  readonly #numbers = new Map<Delivery, number>();
  #nextEmission = 1;
  #outputs: IsolationResults['outputs'][number][] = [];
  #deadLetters: IsolationResults['deadLetters'][number][] = [];
  #seen: IsolationResults['seen'][number][] = [];

  constructor(pool: BatchPool) {
    this.#pool = pool;
  }

  metrics(componentId: string): ComponentMetrics {
    const metrics = this.#metrics.get(componentId) ?? new ComponentMetrics();
    this.#metrics.set(componentId, metrics);
    return metrics;
  }

  sink(sinkId: string): EventConsumer {
    return {
      take: (batch, stored, events, bytes, delivery) => {
        const body = stored ?? encodeBatch(batch!);
        if (batch) this.#pool.release(batch);
        this.#outputs.push({ sinkId, stored: body, events, bytes, waiter: this.#waiter(delivery) });
      },
    };
  }

  readonly deadLetterQueue: DeadLetterQueue = {
    add: (owner: ErrorOwner, problem: ComponentProblem, event, done, delivery) => {
      this.#deadLetters.push({
        componentId: owner.componentId,
        problem,
        event,
        waiter: this.#waiter(delivery),
      });
      done();
    },
  };

  watch(componentIds: readonly string[]): void {
    for (const metrics of this.#metrics.values()) metrics.taps = null;
    for (const componentId of componentIds) {
      const show = (batch: Batch) => this.#seen.push({ componentId, stored: encodeBatch(batch) });
      this.metrics(componentId).taps = [{ show, end: () => {} }];
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
    return this.#outputs.length + this.#deadLetters.length + this.#seen.length === 0;
  }

  take(): IsolationResults {
    const results = {
      outputs: this.#outputs,
      deadLetters: this.#deadLetters,
      seen: this.#seen,
      counters: this.#changes(),
      busyMs: this.#work(),
      errors: this.errors.take(),
    };
    this.#outputs = [];
    this.#deadLetters = [];
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

  #work(): IsolationResults['busyMs'] {
    const work: Record<string, number> = {};
    for (const [componentId, { busy }] of this.#metrics) {
      const total = busy.total();
      const ms = total - (this.#sentBusy.get(componentId) ?? 0);
      if (ms > 0) work[componentId] = ms;
      this.#sentBusy.set(componentId, total);
    }
    return work;
  }

  /** Errors are counted where they are reported. */
  #changes(): IsolationResults['counters'] {
    const changes: Record<string, Partial<Counters>> = {};
    for (const [componentId, metrics] of this.#metrics) {
      const { errors: _errors, ...now } = metrics.snapshot();
      const before = this.#sent.get(componentId);
      const change = difference(now, before);
      if (change === null) continue;
      this.#sent.set(componentId, now);
      changes[componentId] = change;
    }
    return changes;
  }
}

function difference(now: Figures, before: Figures | undefined): Partial<Counters> | null {
  const change: Partial<Counters> = {};
  for (const key of Object.keys(now) as (keyof Figures)[]) {
    const added = (now[key] ?? 0) - (before?.[key] ?? 0);
    if (added !== 0) change[key] = key === 'lastEventAt' ? now[key] : added;
  }
  return Object.keys(change).length === 0 ? null : change;
}
