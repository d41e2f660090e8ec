import type { Batch } from '../event/batch.ts';
import type { Counters } from '../types/metrics.ts';
import { BusyMeter } from './busy-meter.ts';

export type Watcher = { show(batch: Batch, live: readonly number[]): void; end(reason: string): void };

/** Counters of one component in one pipeline; lost when the engine restarts. */
export class ComponentMetrics implements Counters {
  eventsIn = 0;
  eventsOut = 0;
  eventsDropped = 0;
  eventsCreated = 0;
  eventsMerged = 0;
  eventsDeadLetter = 0;
  eventsBuffered = 0;
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
  /** Failed writes that were retried. */
  retries = 0;
  /** Null without watchers, so that watching costs nothing. */
  taps: Watcher[] | null = null;

  snapshot(): Counters {
    const { taps: _taps, busy: _busy, retries: _retries, ...counters } = this;
    return counters;
  }
}

export class MetricsRegistry {
  readonly #pipelines = new Map<string, Map<string, ComponentMetrics>>();

  ensure(pipelineId: string, componentId: string): ComponentMetrics {
    const components = this.#pipelines.get(pipelineId) ?? new Map<string, ComponentMetrics>();
    this.#pipelines.set(pipelineId, components);
    const metrics = components.get(componentId) ?? new ComponentMetrics();
    components.set(componentId, metrics);
    return metrics;
  }

  find(pipelineId: string, componentId: string): ComponentMetrics | undefined {
    return this.#pipelines.get(pipelineId)?.get(componentId);
  }

  forget(pipelineId: string): void {
    this.endTaps(pipelineId, new Set(), 'The pipeline was removed');
    this.#pipelines.delete(pipelineId);
  }

  /** Ends the taps of components that no longer run. */
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
