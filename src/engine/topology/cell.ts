import type { Counters } from '../port.ts';
import type { OpenTap } from './taps.ts';

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
  lastEventAt = 0;
  /** Null while nobody looks: then watching costs nothing. */
  taps: OpenTap[] | null = null;

  snapshot(): Counters {
    const { taps: _taps, ...counters } = this;
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
    this.#pipelines.delete(pipelineId);
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
