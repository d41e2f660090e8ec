import { type DataVolumeMetric, NODE_TYPES, type NodeType } from '../../contract/enums.ts';
import type { EngineReport, ErrorReport } from '../../engine/port.ts';
import type { Clock, IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { CounterBucketRow } from '../store/schema.ts';
import { type BucketRange, HOUR_SECONDS } from '../store/series.ts';
import { merged, recordErrors } from './errors.ts';
import { addFigures, emptyFigures } from './figures.ts';
import type { Place } from './places.ts';
import type { Coverage } from './ranges.ts';
import { COARSE_SECONDS, createRecorder, type Total } from './recorder.ts';
import { percentSaved, pipelineVolume, type Typed, type Volume } from './volume.ts';

/** What a crash of the service may lose of the figures, never of the events. */
const FLUSH_MS = 2000;
const SWEEP_MS = 10 * 60_000;
const DAY_SECONDS = 86_400;

/** What was counted: takes the engine's reports, answers for ranges of time. */
export type Analytics = {
  start(): Promise<void>;
  stop(): Promise<void>;
  take(report: EngineReport, siteId: string): void;
  flush(): Promise<void>;
  /** Sums of the range, stored and not yet stored, in no order; several rows may be of one place. */
  rows(coverage: Coverage, filter: Omit<Partial<BucketRange>, keyof Coverage>): Promise<CounterBucketRow[]>;
  totalsOf(pipelineId: string): Record<string, Total>;
  pipelineIds(): string[];
  /** Unix milliseconds; 0 when nothing ever passed. */
  lastEventAt(componentId: string): number;
  /** The same of one pipeline that uses it. */
  lastEventIn(place: Place): number;
  /** Share saved per pipeline over the last 24 h, whole hours, in percent; null where nothing is known of it. */
  recentSavings(pipelineIds: string[]): Promise<Map<string, number | null>>;
};

/** What kind each source and sink is; transforms are known by their id, and a kind is its own. */
export async function nodeTypesOf(
  store: Store,
  componentIds: Iterable<string>,
): Promise<Map<string, NodeType>> {
  const ids = [...new Set(componentIds)];
  const connections = await store.nodes.findMany(ids.filter((id) => id.startsWith('2')));
  const types = new Map<string, NodeType>(ids.map((id) => [id, 'TRANSFORM']));
  for (const kind of NODE_TYPES) types.set(kind, kind);
  for (const row of connections) types.set(row.id, row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK');
  return types;
}

/** Sums rows per component of one pipeline. */
export function sumComponents(
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
): Map<string, Typed> {
  const sums = new Map<string, Typed>();
  for (const row of rows) {
    const sum = sums.get(row.component_id) ?? {
      nodeType: types.get(row.component_id) ?? 'TRANSFORM',
      figures: emptyFigures(),
    };
    addFigures(sum.figures, row);
    sums.set(row.component_id, sum);
  }
  return sums;
}

/** The components of each pipeline in the rows. */
export const componentsOf = (
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
): Map<string, Typed[]> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.pipeline_id)].map(([pipelineId, own]) => [
      pipelineId,
      [...sumComponents(own, types).values()],
    ]),
  );

/** Volume of each pipeline in the rows. */
export const volumesOf = (
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
  metric: DataVolumeMetric,
): Map<string, Volume> =>
  new Map(
    [...componentsOf(rows, types)].map(([pipelineId, own]) => [pipelineId, pipelineVolume(own, metric)]),
  );

export function createAnalytics(tools: {
  store: Store;
  clock: Clock;
  ids: IdSource;
  hub: Hub;
  log: Log;
}): Analytics {
  const { store, clock, log } = tools;
  const recorder = createRecorder(store, clock);
  let timers: NodeJS.Timeout[] = [];
  let errorsStored: Promise<void> = Promise.resolve();
  let unstored: ErrorReport[] = [];
  const told: { siteId: string; number: number; errors: readonly ErrorReport[] }[] = [];
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
  /** What fails is tried again with the next ones: a full disk, for instance, is itself an error to be told. */
  const storeErrors = async () => {
    const errors = unstored;
    unstored = [];
    try {
      await recordErrors(tools, errors);
    } catch (error) {
      unstored = merged([...errors, ...unstored]);
      throw error;
    }
  };
  /** Of remote engines, one after the other: a number that is stored stands for those before it. */
  const storeTold = async () => {
    for (let [next] = told; next; [next] = told) {
      await recordErrors(tools, next.errors, next);
      told.shift();
    }
  };
  const queueErrors = () => {
    if (unstored.length > 0) errorsStored = errorsStored.then(() => attempt('storing errors', storeErrors));
    if (told.length > 0) errorsStored = errorsStored.then(() => attempt('storing errors', storeTold));
  };
  const rows: Analytics['rows'] = (coverage, filter) => recorder.read({ ...coverage, ...filter });
  return {
    start: async () => {
      await recorder.load();
      timers = [
        setInterval(() => attempt('storing counters', recorder.flush), FLUSH_MS),
        setInterval(queueErrors, FLUSH_MS),
        setInterval(() => attempt('removing old counters', recorder.sweep), SWEEP_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      queueErrors();
      await errorsStored;
      await recorder.flush();
    },
    take(report, siteId) {
      if (report.type === 'counters') recorder.record(report);
      if (report.type === 'errors') {
        const { errors, number } = report;
        if (number === undefined) unstored = merged([...unstored, ...errors]);
        else told.push({ siteId, number, errors });
        queueErrors();
      }
    },
    flush: async () => {
      queueErrors();
      await errorsStored;
      await recorder.flush();
    },
    rows,
    totalsOf: recorder.totalsOf,
    pipelineIds: recorder.pipelineIds,
    lastEventAt: recorder.lastEventAt,
    lastEventIn: recorder.lastEventIn,
    recentSavings: async (pipelineIds) => {
      const seconds = COARSE_SECONDS;
      // An engine's clock may be a little ahead.
      const to = Math.ceil((clock() / 1000 + seconds) / HOUR_SECONDS) * HOUR_SECONDS;
      const coverage = {
        seconds,
        resolution: HOUR_SECONDS,
        sumOver: 'range',
        from: to - DAY_SECONDS - HOUR_SECONDS,
        to,
      } as const;
      const found = await rows(coverage, { pipelineIds, byKind: true });
      const types = await nodeTypesOf(
        store,
        found.map((row) => row.component_id),
      );
      return new Map(
        [...componentsOf(found, types)].map(([id, own]) => [id, percentSaved([own], 'EVENTS_BYTES')]),
      );
    },
  };
}
