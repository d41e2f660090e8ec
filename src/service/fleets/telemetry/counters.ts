import { type ComponentCount, findComponentCounter } from './component-counts.ts';
import type { CounterPoint } from './read-metrics.ts';

/** Volumes by the components' own counts; bytes only where they count them. */
export const VOLUME_COLUMNS = [
  'received',
  'refused',
  'sent',
  'failed',
  'received_bytes',
  'sent_bytes',
] as const;
export type VolumeColumn = (typeof VOLUME_COLUMNS)[number];
export type Volumes = Record<VolumeColumn, number>;

export const createVolumes = (): Volumes =>
  Object.fromEntries(VOLUME_COLUMNS.map((name) => [name, 0])) as Volumes;

const SIGNAL = '(?:spans|metric_points|log_records)';
/** Some metric exporters add `_total`. */
const COUNTERS: readonly [RegExp, VolumeColumn][] = [
  [new RegExp(`^otelcol_receiver_accepted_${SIGNAL}(?:_total)?$`), 'received'],
  [new RegExp(`^otelcol_receiver_(?:refused|failed)_${SIGNAL}(?:_total)?$`), 'refused'],
  [new RegExp(`^otelcol_exporter_sent_${SIGNAL}(?:_total)?$`), 'sent'],
  [new RegExp(`^otelcol_exporter_(?:send|enqueue)_failed_${SIGNAL}(?:_total)?$`), 'failed'],
  [/^otelcol\.receiver\.produced\.size$/, 'received_bytes'],
  [/^otelcol_exporter_queue_batch_send_size_bytes$/, 'sent_bytes'],
];

export const findColumn = (name: string): VolumeColumn | undefined =>
  COUNTERS.find(([pattern]) => pattern.test(name))?.[1];

export type Counted = {
  volumes: Volumes;
  components: ComponentCount[];
  counts: ReadonlySet<VolumeColumn>;
  /**
   * Unix milliseconds of the previous report or of the agent's start; undefined if before the service heard
   * of it.
   */
  since: number | undefined;
};

type Known = Pick<CounterPoint, 'start' | 'time' | 'value'>;
type Agent = { at: number; streams: Map<string, Known> };

/** A Collector has dozens, or hundreds with many pipelines; further ones are ignored. */
const STREAMS_MAX = 2000;
const NANOSECONDS = 1_000_000n;

/** A late report has a known value. A higher value is new, even when the clock was set back. */
const isLate = ({ start, time, value }: CounterPoint, known: Known): boolean =>
  start === known.start && time < known.time && value <= known.value;

/** Growth of a cumulative counter; restarted ones count in full. */
function subtract(point: CounterPoint, known: Known): number {
  if (point.start !== known.start) return point.value;
  if (isLate(point, known)) return 0;
  return point.value >= known.value ? point.value - known.value : point.value;
}

/**
 * Compares an agent's counters with its previous report. Earlier counts have no known time, so they are
 * ignored unless all are from while the service listens.
 * @param listensSince Unix milliseconds
 */
export function createCounters(listensSince: number) {
  const agents = new Map<string, Agent>();

  /** Milliseconds; both times are by the agent's clock, which may be wrong. */
  const ageOf = ({ start, time }: CounterPoint): number =>
    start === 0n || time < start ? Number.POSITIVE_INFINITY : Number((time - start) / NANOSECONDS);

  const growthOf = (point: CounterPoint, known: Known | undefined, isCounted: boolean): number => {
    if (point.temporality === 'DELTA') return point.value;
    if (known) return subtract(point, known);
    return isCounted ? point.value : 0;
  };

  return {
    /** @param now Unix milliseconds */
    take(agentId: string, points: readonly CounterPoint[], now: number): Counted {
      const former = agents.get(agentId);
      const agent: Agent = former ?? { at: now, streams: new Map() };
      const volumes = createVolumes();
      let since = former?.at;
      const counts = new Set<VolumeColumn>();
      const components: ComponentCount[] = [];
      for (const point of points) {
        const column = findColumn(point.name);
        const of = findComponentCounter(point);
        if (point.temporality === 'LEVEL') {
          if (of) components.push({ ...of, value: point.value });
          continue;
        }
        if (column === undefined && !of) continue;
        const key = `${point.name}{${point.attributes}}`;
        const known = agent.streams.get(key);
        if (!known && agent.streams.size >= STREAMS_MAX) continue;
        const age = ageOf(point);
        const isSince = age <= now - listensSince;
        if (!former && isSince && point.temporality === 'CUMULATIVE')
          since = Math.min(since ?? now, now - age);
        const value = growthOf(point, known, former !== undefined || isSince);
        if (of) components.push({ ...of, value });
        if (column !== undefined) {
          volumes[column] += value;
          counts.add(column);
        }
        if (!known || !isLate(point, known))
          agent.streams.set(key, { start: point.start, time: point.time, value: point.value });
      }
      agent.at = now;
      agents.set(agentId, agent);
      return { volumes, components, counts, since };
    },
    forget: (agentId: string) => agents.delete(agentId),
  };
}
