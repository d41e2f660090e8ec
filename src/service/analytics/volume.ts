import { type Delivery, savingOf } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric, NodeType } from '../../contract/enums.ts';
import type { CounterColumns } from '../store/schema.ts';
import { addFigures, emptyFigures } from './figures.ts';

/** The figures that a metric is made of. */
export const COLUMNS_OF: Record<DataVolumeMetric, readonly (keyof CounterColumns)[]> = {
  EVENTS_BYTES: ['bytes_in', 'bytes_out', 'events_in', 'events_out'],
  RAW_BYTES: ['raw_bytes', 'bytes_in', 'bytes_out', 'events_in', 'events_out'],
  EVENTS_COUNT: ['events_in', 'events_out', 'events_dropped'],
  AGENT_EVENTS_BYTES: ['bytes_in'],
  AGENT_EVENTS_COUNT: ['events_in'],
};

/** Input, output and dropped in the unit of a metric. */
export type Volume = { input: number; output: number; dropped: number };

export const emptyVolume = (): Volume => ({ input: 0, output: 0, dropped: 0 });

/** One component's volume. Agents count apart; none is managed, so theirs is nothing. */
export function componentVolume(figures: CounterColumns, metric: DataVolumeMetric): Volume {
  switch (metric) {
    case 'EVENTS_BYTES':
      return bytes(figures.bytes_in, figures.bytes_out);
    case 'RAW_BYTES':
      return bytes(figures.raw_bytes || figures.bytes_in, figures.bytes_out);
    case 'EVENTS_COUNT':
      return { input: figures.events_in, output: figures.events_out, dropped: figures.events_dropped };
    case 'AGENT_EVENTS_BYTES':
    case 'AGENT_EVENTS_COUNT':
      return emptyVolume();
  }
}

const bytes = (input: number, output: number): Volume => ({
  input,
  output,
  dropped: Math.max(0, input - output),
});

/** One component of a pipeline with what its kind is. */
export type Typed = { nodeType: NodeType; figures: CounterColumns };

/**
 * A pipeline's volume: what its source took in, and what its destinations wrote together. Dropped bytes
 * are the difference, dropped events those its components dropped.
 */
export function pipelineVolume(components: readonly Typed[], metric: DataVolumeMetric): Volume {
  const volume = emptyVolume();
  let droppedEvents = 0;
  for (const { nodeType, figures } of components) {
    const own = componentVolume(figures, metric);
    if (nodeType === 'SOURCE') volume.input += own.input;
    if (nodeType === 'SINK') volume.output += own.output;
    droppedEvents += figures.events_dropped;
  }
  volume.dropped = metric === 'EVENTS_COUNT' ? droppedEvents : Math.max(0, volume.input - volume.output);
  return volume;
}

/**
 * What reached a destination and it did not write, as if it wrote the rest as it wrote so far; where it wrote
 * nothing, what reached it. Below 0 when it wrote what had waited before.
 */
export function undeliveredOf(sink: CounterColumns, metric: DataVolumeMetric): number {
  const { input, output } = componentVolume(sink, metric);
  if (sink.events_out === 0) return input;
  return output * (sink.events_in / sink.events_out - 1);
}

/** What came in and what became of it, over pipelines together. */
export function deliveryOf(pipelines: Iterable<readonly Typed[]>, metric: DataVolumeMetric): Delivery {
  const sum = { input: 0, output: 0, undelivered: 0 };
  for (const components of pipelines) {
    const sinks = emptyFigures();
    for (const { nodeType, figures } of components) if (nodeType === 'SINK') addFigures(sinks, figures);
    const { input, output } = pipelineVolume(components, metric);
    sum.input += input;
    sum.output += output;
    sum.undelivered += undeliveredOf(sinks, metric);
  }
  return sum;
}

/** Share saved by pipelines together, in percent; null when it is not known (R3-53). */
export const percentSaved = (
  pipelines: Iterable<readonly Typed[]>,
  metric: DataVolumeMetric,
): number | null => savingOf(deliveryOf(pipelines, metric))?.percent ?? null;
