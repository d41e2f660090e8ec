import type { Counters, EngineReport } from '../../../src/engine/port.ts';
import { addFigures, createFigures, toFigures } from '../../../src/service/analytics/figures.ts';
import { formatPlace, type Key } from '../../../src/service/analytics/places.ts';
import { createSeen } from '../../../src/service/analytics/seen.ts';

type CountersReport = Extract<EngineReport, { type: 'counters' }>;
type Figures = ReturnType<typeof createFigures>;

/** Adds up reports over all lives of an engine, as the service stores them. */
export class Series {
  readonly totals = new Map<Key, Figures>();
  readonly buffered = new Map<Key, number>();
  readonly #seen = createSeen();

  take(report: EngineReport): void {
    if (report.type !== 'counters') return;
    for (const [key, difference] of this.#seen.take(report, figuresOf(report)).differences)
      this.totals.set(key, addFigures(this.totals.get(key) ?? createFigures(), difference));
    if (!report.isFormer)
      for (const [key, counters] of entries(report)) this.buffered.set(key, counters.eventsBuffered);
  }

  of(pipelineId: string, componentId: string): Figures {
    return this.totals.get(formatPlace({ pipelineId, componentId })) ?? createFigures();
  }

  /** Components whose in + created is not out + dropped + merged + dead letters + buffered. */
  unbalanced(): object[] {
    return [...this.totals].flatMap(([key, sum]) => {
      const buffered = this.buffered.get(key) ?? 0;
      const gone =
        sum.events_out + sum.events_dropped + sum.events_merged + sum.events_dead_letter + buffered;
      return sum.events_in + sum.events_created === gone ? [] : [{ key, ...sum, buffered }];
    });
  }
}

function* entries({ pipelines }: CountersReport): Generator<[Key, Counters]> {
  for (const [pipelineId, components] of Object.entries(pipelines))
    for (const [componentId, counters] of Object.entries(components))
      yield [formatPlace({ pipelineId, componentId }), counters];
}

const figuresOf = (report: CountersReport): Map<Key, Figures> =>
  new Map([...entries(report)].map(([key, counters]) => [key, toFigures(counters)]));
