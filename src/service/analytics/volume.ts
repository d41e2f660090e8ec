import { computeSaving, type Delivery } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric, NodeType } from '../../contract/enums.ts';
import type { CounterColumns } from '../store/schema.ts';
import { addFigures, createFigures } from './figures.ts';

export const METRIC_COLUMNS: Record<DataVolumeMetric, readonly (keyof CounterColumns)[]> = {
  EVENTS_BYTES: ['bytes_in', 'bytes_out', 'events_in', 'events_out'],
  RAW_BYTES: ['raw_bytes', 'bytes_in', 'bytes_out', 'events_in', 'events_out'],
  EVENTS_COUNT: ['events_in', 'events_out', 'events_dropped'],
  AGENT_EVENTS_BYTES: ['bytes_in'],
  AGENT_EVENTS_COUNT: ['events_in'],
};

export type Volume = { input: number; output: number; dropped: number };

export const createVolume = (): Volume => ({ input: 0, output: 0, dropped: 0 });

/** No agents are managed, so their volume is zero. */
export function computeComponentVolume(figures: CounterColumns, metric: DataVolumeMetric): Volume {
  switch (metric) {
    case 'EVENTS_BYTES':
      return toByteVolume(figures.bytes_in, figures.bytes_out);
    case 'RAW_BYTES':
      return toByteVolume(figures.raw_bytes || figures.bytes_in, figures.bytes_out);
    case 'EVENTS_COUNT':
      return { input: figures.events_in, output: figures.events_out, dropped: figures.events_dropped };
    case 'AGENT_EVENTS_BYTES':
    case 'AGENT_EVENTS_COUNT':
      return createVolume();
  }
}

const toByteVolume = (input: number, output: number): Volume => ({
  input,
  output,
  dropped: Math.max(0, input - output),
});

export type Typed = { nodeType: NodeType; figures: CounterColumns };

/**
 * Input of the source and output of all destinations. Dropped bytes are the difference; dropped events are
 * counted by the components.
 */
export function computePipelineVolume(components: readonly Typed[], metric: DataVolumeMetric): Volume {
  const volume = createVolume();
  let droppedEvents = 0;
  for (const { nodeType, figures } of components) {
    const own = computeComponentVolume(figures, metric);
    if (nodeType === 'SOURCE') volume.input += own.input;
    if (nodeType === 'SINK') volume.output += own.output;
    droppedEvents += figures.events_dropped;
  }
  volume.dropped = metric === 'EVENTS_COUNT' ? droppedEvents : Math.max(0, volume.input - volume.output);
  return volume;
}

/**
 * Input that a destination did not write yet, at the ratio it wrote so far. Negative when it wrote what had
 * waited before.
 */
export function computeUndelivered(sink: CounterColumns, metric: DataVolumeMetric): number {
  const { input, output } = computeComponentVolume(sink, metric);
  if (sink.events_out === 0) return input;
  return output * (sink.events_in / sink.events_out - 1);
}

export function sumDelivery(pipelines: Iterable<readonly Typed[]>, metric: DataVolumeMetric): Delivery {
  const sum = { input: 0, output: 0, undelivered: 0 };
  for (const components of pipelines) {
    const sinks = createFigures();
    for (const { nodeType, figures } of components) if (nodeType === 'SINK') addFigures(sinks, figures);
    const { input, output } = computePipelineVolume(components, metric);
    sum.input += input;
    sum.output += output;
    sum.undelivered += computeUndelivered(sinks, metric);
  }
  return sum;
}

/** Null when unknown. */
export const computePercentSaved = (
  pipelines: Iterable<readonly Typed[]>,
  metric: DataVolumeMetric,
): number | null => computeSaving(sumDelivery(pipelines, metric))?.percent ?? null;
