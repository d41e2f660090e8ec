import { computePercentOptimized, type Fates } from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric, NodeType } from '../../contract/enums.ts';
import type { CounterColumns } from '../store/schema.ts';

const EVENTS: readonly (keyof CounterColumns)[] = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_dead_letter',
  'events_waiting',
];
const BYTES: readonly (keyof CounterColumns)[] = [
  'bytes_in',
  'bytes_out',
  'bytes_dropped',
  'bytes_dead_letter',
  'bytes_waiting',
];

export const METRIC_COLUMNS: Record<DataVolumeMetric, readonly (keyof CounterColumns)[]> = {
  EVENTS_BYTES: BYTES,
  RAW_BYTES: ['raw_bytes', ...BYTES],
  EVENTS_COUNT: EVENTS,
  AGENT_EVENTS_BYTES: ['bytes_in'],
  AGENT_EVENTS_COUNT: ['events_in'],
};

/** In bytes or events. `waiting` is the change of the backlog. */
export type Volume = Fates;

export const createVolume = (): Volume => ({
  input: 0,
  output: 0,
  dropped: 0,
  waiting: 0,
  deadLetters: 0,
  lost: 0,
});

export type Typed = { nodeType: NodeType; figures: CounterColumns };

/** Transforms drop by rule; drops of sources and destinations are losses. */
const toVolume = (
  nodeType: NodeType,
  [input, output, gone, deadLetters, waiting]: [number, number, number, number, number],
): Volume => {
  const isRule = nodeType === 'TRANSFORM';
  return { input, output, dropped: isRule ? gone : 0, waiting, deadLetters, lost: isRule ? 0 : gone };
};

/** Agent volumes are zero: none are managed. */
export function computeComponentVolume({ nodeType, figures }: Typed, metric: DataVolumeMetric): Volume {
  const { bytes_in, bytes_out, bytes_dropped, bytes_dead_letter, bytes_waiting, raw_bytes } = figures;
  const { events_in, events_out, events_dropped, events_dead_letter, events_waiting } = figures;
  const ofBytes = (input: number) =>
    toVolume(nodeType, [input, bytes_out, bytes_dropped, bytes_dead_letter, bytes_waiting]);
  switch (metric) {
    case 'EVENTS_BYTES':
      return ofBytes(bytes_in);
    case 'RAW_BYTES':
      return ofBytes(raw_bytes || bytes_in);
    case 'EVENTS_COUNT':
      return toVolume(nodeType, [events_in, events_out, events_dropped, events_dead_letter, events_waiting]);
    case 'AGENT_EVENTS_BYTES':
    case 'AGENT_EVENTS_COUNT':
      return createVolume();
  }
}

export function addVolumes(volumes: Iterable<Volume>): Volume {
  const sum = createVolume();
  for (const volume of volumes)
    for (const name of Object.keys(sum) as (keyof Volume)[]) sum[name] += volume[name];
  return sum;
}

/** Input of the source, output of all destinations, and the fate of the rest. */
export const computePipelineVolume = (components: readonly Typed[], metric: DataVolumeMetric): Volume =>
  addVolumes(
    components.map((component) => {
      const own = computeComponentVolume(component, metric);
      const { nodeType } = component;
      return {
        ...own,
        input: nodeType === 'SOURCE' ? own.input : 0,
        output: nodeType === 'SINK' ? own.output : 0,
      };
    }),
  );

export const computePercentSaved = (
  pipelines: Iterable<readonly Typed[]>,
  metric: DataVolumeMetric,
): number | null =>
  computePercentOptimized(addVolumes([...pipelines].map((own) => computePipelineVolume(own, metric))));
