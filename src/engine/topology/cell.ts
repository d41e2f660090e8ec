import type { Batch } from '../event/batch.ts';
import type { Counters } from '../port.ts';
import { BusyMeter } from './busy-meter.ts';

/** Who looks at what leaves a component. */
export type Watcher = { show(batch: Batch, live: readonly number[]): void; end(reason: string): void };

/** The counters of one component in one pipeline; they go on over deployments, until the engine ends. */
export class ComponentCell implements Counters {
  eventsIn = 0;
  eventsOut = 0;
  eventsDropped = 0;
  eventsCreated = 0;
  eventsMerged = 0;
  eventsDeadLetter = 0;
  eventsBuffered = 0;
  bytesIn = 0;
  bytesOut = 0;
  rawBytes = 0;
  errors = 0;
  objectsWritten = 0;
  lastEventAt = 0;
  readonly busy = new BusyMeter();
  /** Writes that failed and were tried again. */
  retries = 0;
  /** Null while nobody looks: then watching costs nothing. */
  taps: Watcher[] | null = null;

  snapshot(): Counters {
    const { taps: _taps, busy: _busy, retries: _retries, ...counters } = this;
    return counters;
  }
}

/** The cells of all pipelines. */
export class Cells {
  readonly #pipelines = new Map<string, Map<string, ComponentCell>>();

  of(pipelineId: string, componentId: string): ComponentCell {
    const cells = this.#pipelines.get(pipelineId) ?? new Map<string, ComponentCell>();
    this.#pipelines.set(pipelineId, cells);
    const cell = cells.get(componentId) ?? new ComponentCell();
    cells.set(componentId, cell);
    return cell;
  }

  find(pipelineId: string, componentId: string): ComponentCell | undefined {
    return this.#pipelines.get(pipelineId)?.get(componentId);
  }

  forget(pipelineId: string): void {
    this.endTaps(pipelineId, new Set(), 'The pipeline was removed');
    this.#pipelines.delete(pipelineId);
  }

  /** Nothing passes components any more that are not among these: who looks there is told. */
  endTaps(pipelineId: string, running: ReadonlySet<string>, reason: string): void {
    for (const [componentId, { taps }] of this.#pipelines.get(pipelineId) ?? [])
      if (!running.has(componentId)) for (const tap of taps ?? []) tap.end(reason);
  }

  snapshot(): Record<string, Record<string, Counters>> {
    const all: Record<string, Record<string, Counters>> = {};
    for (const [pipelineId, cells] of this.#pipelines) {
      const own: Record<string, Counters> = {};
      for (const [componentId, cell] of cells) own[componentId] = cell.snapshot();
      all[pipelineId] = own;
    }
    return all;
  }
}
