import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { ComponentCounters } from '../../../contract/live.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { CounterHistory } from '../../api/live-counters.ts';
import { computeLiveRate } from '../../api/live-rates.ts';

/** One destination of a pipeline. Rates are bytes per second, undefined until there are two samples. */
export type SinkFlow = {
  sinkId: string;
  taken: number | undefined;
  delivered: number | undefined;
  waitingBytes: number;
  waitingEvents: number;
};

/** Current flow of one pipeline. */
export type PipelineFlow = {
  input: number | undefined;
  /** Delivered, or waiting for destinations. */
  passed: number | undefined;
  /** Dropped by rule. */
  dropped: number | undefined;
  waitingBytes: number;
  sinks: readonly SinkFlow[];
};

type Name = Exclude<keyof ComponentCounters, 'lastEventAt'>;
type Ends = Pick<Pipeline, 'id' | 'sourceId' | 'sinkIds'>;

export const addRates = (rates: readonly (number | undefined)[]): number | undefined => {
  const known = rates.filter((rate) => rate !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, rate) => sum + rate, 0);
};

/** From the engine's running totals, with the common rate rule. */
export function computePipelineFlow(history: CounterHistory, { id, sourceId, sinkIds }: Ends): PipelineFlow {
  const last = history.at(-1)?.pipelines[id] ?? {};
  const computeRate = (componentId: string, name: Name) =>
    computeLiveRate(history, ({ pipelines }) => {
      const counters = pipelines[id]?.[componentId];
      return counters && fromCount(counters[name]);
    });
  const readLevel = (componentId: string, name: Name) => fromCount(last[componentId]?.[name] ?? 0);
  const transforms = Object.keys(last).filter((one) => one !== sourceId && !sinkIds.includes(one));
  const sinks = sinkIds.map((sinkId) => ({
    sinkId,
    taken: computeRate(sinkId, 'bytesIn'),
    delivered: computeRate(sinkId, 'bytesOut'),
    waitingBytes: readLevel(sinkId, 'bytesBuffered'),
    waitingEvents: readLevel(sinkId, 'eventsBuffered'),
  }));
  return {
    input: computeRate(sourceId, 'bytesIn'),
    passed: addRates(sinks.map(({ taken }) => taken)),
    dropped: addRates(transforms.map((one) => computeRate(one, 'bytesDropped'))),
    waitingBytes: Object.keys(last).reduce((sum, one) => sum + readLevel(one, 'bytesBuffered'), 0),
    sinks,
  };
}
