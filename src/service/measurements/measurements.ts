import { computeLatency, type EngineReport, type Usage } from '../../engine/port.ts';
import { createReadWriteLock } from '../analytics/read-write-lock.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { MeasurementRange } from '../store/measurements.ts';
import { type DeliveryFigures, type EngineFigures, LATENCY_COLUMNS } from '../store/schema-measurements.ts';
import {
  addDelivery,
  addUse,
  createDelivery,
  type Delivery,
  type EngineUse,
  toDeliveryRows,
  toEngineRows,
} from './buckets.ts';
import { createTaker } from './taker.ts';

const FINE_SECONDS = 10;
const WIDTHS = [3600, 60, FINE_SECONDS];
const KEPT_SECONDS = 60 * 86_400;
const FINE_KEPT_SECONDS = 2 * 3600;
const FLUSH_MS = 10_000;
const SWEEP_MS = 10 * 60_000;
/** Kept while they cannot be stored, as on a full disk. */
const MOST_UNSTORED = 20_000;

/** One point (Unix seconds); null where unknown. */
export type MeasuredPoint = {
  at: number;
  bufferShare: number | null;
  lagSeconds: number | null;
  latencyP50Ms: number | null;
  latencyP99Ms: number | null;
  /** Percent of one core, all processes. */
  cpuPercent: number | null;
  memoryBytes: number | null;
};

type Asked = {
  siteId: string;
  pipelineIds: readonly string[];
  componentId?: string | undefined;
  /** Unix seconds, whole points; a point is a multiple of ten seconds. */
  from: number;
  to: number;
  resolution: number;
};

/** Measurements of destinations and engines over time (src/docs/time-series.md). */
export type Measurements = {
  start(): void;
  stop(): Promise<void>;
  take(report: EngineReport, siteId: string): void;
  flush(): Promise<void>;
  sweep(): Promise<void>;
  read(asked: Asked): Promise<MeasuredPoint[]>;
  usage(): ReadonlyMap<string, readonly Usage[]>;
};

type Tools = { store: Store; clock: Clock; log: Log };

const pickWidth = (resolution: number): number =>
  WIDTHS.find((seconds) => resolution % seconds === 0) ?? FINE_SECONDS;

const listCounts = (figures: DeliveryFigures): number[] => LATENCY_COLUMNS.map((name) => figures[name]);

/** Each process is measured over its own time. */
const sumCpu = (uses: readonly EngineFigures[]): number | null => {
  const known = uses.filter(({ span_ms: span }) => span > 0);
  if (known.length === 0) return null;
  return known.reduce((sum, use) => sum + (100 * use.cpu_ms) / use.span_ms, 0);
};

export function createMeasurements({ store, clock, log }: Tools): Measurements {
  const lock = createReadWriteLock();
  const measure = createTaker(FINE_SECONDS);
  const latest = new Map<string, Map<number, Usage>>();
  let deliveries = new Map<string, Delivery>();
  let uses = new Map<string, EngineUse>();
  let timers: NodeJS.Timeout[] = [];

  const keepDelivery = (one: Delivery) => {
    const key = `${one.bucket}/${one.pipeline_id}/${one.component_id}`;
    const kept = deliveries.get(key);
    if (kept) addDelivery(kept, one);
    else if (deliveries.size < MOST_UNSTORED) deliveries.set(key, one);
  };
  const keepUse = (one: EngineUse) => {
    const key = `${one.bucket}/${one.site_id}/${one.worker}`;
    const kept = uses.get(key);
    if (kept) addUse(kept, one);
    else if (uses.size < MOST_UNSTORED) uses.set(key, one);
  };

  const storeUnstored = async () => {
    const [ofDeliveries, ofEngines] = [[...deliveries.values()], [...uses.values()]];
    deliveries = new Map();
    uses = new Map();
    try {
      await store.transaction(async (tx) => {
        for (const seconds of WIDTHS) {
          await tx.measurements.addDeliveries(toDeliveryRows(ofDeliveries, seconds));
          await tx.measurements.addEngines(toEngineRows(ofEngines, seconds));
        }
      });
    } catch (error) {
      for (const one of ofDeliveries) keepDelivery(one);
      for (const one of ofEngines) keepUse(one);
      throw error;
    }
  };

  const sweep = async () => {
    const now = clock() / 1000;
    for (const seconds of WIDTHS) {
      const kept = seconds === FINE_SECONDS ? FINE_KEPT_SECONDS : KEPT_SECONDS;
      await store.measurements.sweep(seconds, now - kept - seconds);
    }
  };

  const readDeliveries = async (range: MeasurementRange, { pipelineIds, componentId }: Asked) => {
    const stored = await store.measurements.readDeliveries(range, pipelineIds, componentId);
    const isAsked = (one: Delivery) =>
      pipelineIds.includes(one.pipeline_id) &&
      (componentId === undefined || one.component_id === componentId) &&
      one.bucket >= range.from &&
      one.bucket < range.to;
    const unstored = toDeliveryRows([...deliveries.values()].filter(isAsked), range.resolution);
    const points = new Map<number, DeliveryFigures>();
    for (const row of [...stored, ...unstored]) {
      const at = Number(row.bucket);
      const kept = points.get(at) ?? createDelivery();
      addDelivery(kept, row);
      points.set(at, kept);
    }
    return points;
  };

  const readEngines = async (range: MeasurementRange, siteId: string) => {
    const stored = await store.measurements.readEngines(range, siteId);
    const isAsked = (one: EngineUse) =>
      one.site_id === siteId && one.bucket >= range.from && one.bucket < range.to;
    const unstored = toEngineRows([...uses.values()].filter(isAsked), range.resolution);
    const points = new Map<number, Map<number, EngineFigures>>();
    for (const { cpu_ms, span_ms, memory_bytes, ...row } of [...stored, ...unstored]) {
      const [at, worker] = [Number(row.bucket), Number(row.worker)];
      const ofPoint = points.get(at) ?? new Map<number, EngineFigures>();
      points.set(at, ofPoint);
      const kept = ofPoint.get(worker) ?? { cpu_ms: 0, span_ms: 0, memory_bytes: 0 };
      addUse(kept, { cpu_ms, span_ms, memory_bytes });
      ofPoint.set(worker, kept);
    }
    return points;
  };

  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
  const flush = () =>
    lock.write(() => (deliveries.size + uses.size === 0 ? Promise.resolve() : storeUnstored()));

  return {
    start: () => {
      timers = [
        setInterval(() => attempt('storing measurements', flush), FLUSH_MS),
        setInterval(() => attempt('removing old measurements', sweep), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await attempt('storing measurements', flush);
    },
    take: (report, siteId) => {
      if (report.type === 'state' && report.state !== 'running') latest.delete(siteId);
      if (report.type !== 'counters') return;
      const measured = measure(report, siteId);
      for (const one of measured.deliveries) keepDelivery(one);
      for (const one of measured.uses) keepUse(one);
      if (!report.usage || report.isFormer) return;
      const ofSite = latest.get(siteId) ?? new Map<number, Usage>();
      latest.set(siteId, ofSite.set(report.worker ?? 0, report.usage));
    },
    flush,
    sweep,
    // The lock keeps a flush from coming between stored rows and those in memory.
    read: (asked) =>
      lock.read(async () => {
        const { from, to, resolution } = asked;
        const range = { seconds: pickWidth(resolution), from, to, resolution };
        const ofDeliveries = await readDeliveries(range, asked);
        const ofEngines = await readEngines(range, asked.siteId);
        const times = [...new Set([...ofDeliveries.keys(), ...ofEngines.keys()])].toSorted((a, b) => a - b);
        return times.map((at) => {
          const delivery = ofDeliveries.get(at);
          const engine = [...(ofEngines.get(at)?.values() ?? [])];
          const counts = delivery && listCounts(delivery);
          return {
            at,
            bufferShare: delivery ? delivery.buffer_share : null,
            lagSeconds: delivery ? delivery.lag_ms / 1000 : null,
            latencyP50Ms: counts ? computeLatency(counts, 0.5) : null,
            latencyP99Ms: counts ? computeLatency(counts, 0.99) : null,
            cpuPercent: sumCpu(engine),
            memoryBytes:
              engine.length > 0 ? engine.reduce((sum, { memory_bytes: bytes }) => sum + bytes, 0) : null,
          };
        });
      }),
    usage: () => new Map([...latest].map(([siteId, workers]) => [siteId, [...workers.values()]])),
  };
}
