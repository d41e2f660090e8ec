import type { Batch } from '../event/batch.ts';
import { LATENCY_LIMITS_MS } from '../types/latency.ts';
import type { Counters } from '../types/metrics.ts';
import { BusyMeter } from './busy-meter.ts';

/** Histogram of the time from source to the destination's answer. */
class LatencyMeter {
  readonly #counts = new Array<number>(LATENCY_LIMITS_MS.length + 1).fill(0);
  #sumMs = 0;

  /** A clock that was set back gives 0. */
  add(events: number, ms: number): void {
    const taken = Math.max(0, ms);
    let at = 0;
    while (at < LATENCY_LIMITS_MS.length && taken > LATENCY_LIMITS_MS[at]!) at++;
    this.#counts[at]! += events;
    this.#sumMs += events * taken;
  }

  total(): { counts: number[]; sumMs: number } {
    return { counts: [...this.#counts], sumMs: this.#sumMs };
  }
}

export type Watcher = { show(batch: Batch, live: readonly number[]): void; end(reason: string): void };

/** Counters of one component in one pipeline; the ledger keeps them across engines. */
export class ComponentMetrics implements Counters {
  eventsIn = 0;
  eventsOut = 0;
  eventsDropped = 0;
  eventsCreated = 0;
  eventsMerged = 0;
  eventsDeadLetter = 0;
  eventsBuffered = 0;
  eventsCarried = 0;
  bytesIn = 0;
  bytesOut = 0;
  bytesDropped = 0;
  bytesDeadLetter = 0;
  bytesBuffered = 0;
  rawBytes = 0;
  errors = 0;
  objectsWritten = 0;
  lastEventAt = 0;
  readonly busy = new BusyMeter();
  readonly latency = new LatencyMeter();
  retries = 0;
  /** Null without watchers, so that watching costs nothing. */
  taps: Watcher[] | null = null;

  snapshot(): Counters {
    const { taps: _taps, busy: _busy, latency: _latency, retries: _retries, ...counters } = this;
    return counters;
  }
}

export type Amount = { readonly events: number; readonly bytes: number };

const NOTHING: Amount = { events: 0, bytes: 0 };

export type Levels = Map<string, Map<string, Amount>>;

export class MetricsRegistry {
  readonly #pipelines = new Map<string, Map<string, ComponentMetrics>>();
  /** Left waiting by the previous engine, until the component is known. */
  #inherited: Levels = new Map();
  /** Counted as waiting without an open queue or state: in closed disk buffers, or lost with a process. */
  readonly #closed: Levels = new Map();
  readonly #cutOff = new Map<string, Record<string, number>>();

  inherit(levels: Levels): void {
    this.#inherited = levels;
  }

  /** Takes over one pipeline from another process. */
  inheritOne(pipelineId: string, level: ReadonlyMap<string, Amount>): void {
    this.#inherited.set(pipelineId, new Map(level));
  }

  of(pipelineId: string): ReadonlyMap<string, ComponentMetrics> | undefined {
    return this.#pipelines.get(pipelineId);
  }

  pipelineIds(): IterableIterator<string> {
    return this.#pipelines.keys();
  }

  /** Keeps events counted as waiting while their queue is closed. */
  setClosed(pipelineId: string, componentId: string, { events, bytes }: Amount): void {
    const levels = this.#closed.get(pipelineId) ?? new Map<string, Amount>();
    this.#closed.set(pipelineId, levels);
    const known = levels.get(componentId) ?? NOTHING;
    levels.set(componentId, { events: events + known.events, bytes: bytes + known.bytes });
  }

  /** Takes over the waiting events of a closed queue; the caller counts them from now on. */
  takeClosed(pipelineId: string, componentId: string): Amount {
    const levels = this.#closed.get(pipelineId);
    const amount = levels?.get(componentId) ?? NOTHING;
    levels?.delete(componentId);
    if (levels?.size === 0) this.#closed.delete(pipelineId);
    return amount;
  }

  hasClosed(pipelineId: string): boolean {
    return this.#closed.has(pipelineId);
  }

  /** Notes events lost from the memory of an ended process, counted as dropped. */
  addCutOff(pipelineId: string, componentId: string, events: number): void {
    if (events <= 0) return;
    const cutOff = this.#cutOff.get(pipelineId) ?? {};
    this.#cutOff.set(pipelineId, cutOff);
    cutOff[componentId] = events + (cutOff[componentId] ?? 0);
  }

  /** By component; the caller accounts for it from now on. */
  takeCutOff(pipelineId: string): Record<string, number> {
    const cutOff = this.#cutOff.get(pipelineId) ?? {};
    this.#cutOff.delete(pipelineId);
    return cutOff;
  }

  /** Counts as dropped what no queue took over: it was lost with a process. */
  dropClosed(pipelineId: string): void {
    for (const componentId of [...(this.#inherited.get(pipelineId)?.keys() ?? [])])
      this.ensure(pipelineId, componentId);
    for (const componentId of [...(this.#closed.get(pipelineId)?.keys() ?? [])]) {
      const { events, bytes } = this.takeClosed(pipelineId, componentId);
      const metrics = this.ensure(pipelineId, componentId);
      this.addCutOff(pipelineId, componentId, events);
      metrics.eventsDropped += events;
      metrics.bytesDropped += bytes;
      metrics.eventsBuffered -= events;
      metrics.bytesBuffered -= bytes;
    }
  }

  ensure(pipelineId: string, componentId: string): ComponentMetrics {
    const components = this.#pipelines.get(pipelineId) ?? new Map<string, ComponentMetrics>();
    this.#pipelines.set(pipelineId, components);
    const known = components.get(componentId);
    if (known) return known;
    const metrics = new ComponentMetrics();
    components.set(componentId, metrics);
    const levels = this.#inherited.get(pipelineId);
    const waiting = levels?.get(componentId) ?? NOTHING;
    levels?.delete(componentId);
    if (waiting.events > 0) {
      metrics.eventsCarried = waiting.events;
      metrics.eventsBuffered = waiting.events;
      metrics.bytesBuffered = waiting.bytes;
      this.setClosed(pipelineId, componentId, waiting);
    }
    return metrics;
  }

  find(pipelineId: string, componentId: string): ComponentMetrics | undefined {
    return this.#pipelines.get(pipelineId)?.get(componentId);
  }

  forget(pipelineId: string): void {
    this.endTaps(pipelineId, new Set(), 'The pipeline was removed');
    this.#pipelines.delete(pipelineId);
    this.#closed.delete(pipelineId);
    this.#cutOff.delete(pipelineId);
  }

  endTaps(pipelineId: string, running: ReadonlySet<string>, reason: string): void {
    for (const [componentId, { taps }] of this.#pipelines.get(pipelineId) ?? [])
      if (!running.has(componentId)) for (const tap of taps ?? []) tap.end(reason);
  }

  snapshot(): Record<string, Record<string, Counters>> {
    const all: Record<string, Record<string, Counters>> = {};
    for (const [pipelineId, components] of this.#pipelines) {
      const own: Record<string, Counters> = {};
      for (const [componentId, metrics] of components) own[componentId] = metrics.snapshot();
      all[pipelineId] = own;
    }
    return all;
  }
}
