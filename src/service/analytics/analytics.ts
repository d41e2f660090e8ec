import { type DataVolumeMetric, NODE_TYPES, type NodeType } from '../../contract/enums.ts';
import type { EngineReport, ErrorReport } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { CounterBucketRow } from '../store/schema.ts';
import { type BucketRange, HOUR_SECONDS } from '../store/series.ts';
import { mergeErrors, recordErrors } from './errors.ts';
import { addFigures, createFigures } from './figures.ts';
import { formatPlace, type Place } from './places.ts';
import type { Coverage } from './ranges.ts';
import { COARSE_SECONDS, createRecorder, type Total } from './recorder.ts';
import { computePercentSaved, computePipelineVolume, type Typed, type Volume } from './volume.ts';

/** A crash may lose these figures, never events. */
const FLUSH_MS = 2000;
const SWEEP_MS = 10 * 60_000;
const DAY_SECONDS = 86_400;

export type Waiting = Place & { events: number; bytes: number };

type RowFilter = Omit<Partial<BucketRange>, keyof Coverage | 'pods'> & {
  pods?: readonly string[] | undefined;
};

export type Analytics = {
  start(): Promise<void>;
  stop(): Promise<void>;
  take(report: EngineReport, siteId: string): void;
  flush(): Promise<void>;
  /** Unordered sums; a place may have several rows. */
  rows(coverage: Coverage, filter: RowFilter): Promise<CounterBucketRow[]>;
  listPods(coverage: Coverage, filter: RowFilter): Promise<string[]>;
  /** Unix seconds of the pipelines' first count, if any. */
  findBegin(pipelineIds: readonly string[]): Promise<number | undefined>;
  totalsOf(pipelineId: string): Record<string, Total>;
  /** `totalsOf` at a moment in Unix milliseconds, at most `RECENT_MS` ago. */
  totalsAt(moment: number): (pipelineId: string) => Record<string, Total>;
  /** Waiting in each component at the end of a range, which may be in the past. */
  waitingAt(
    coverage: Coverage,
    pipelineIds: readonly string[],
    pods?: readonly string[] | undefined,
  ): Promise<Waiting[]>;
  pipelineIds(): string[];
  /** Unix milliseconds, or 0. */
  lastEventAt(componentId: string): number;
  lastEventIn(place: Place): number;
  /** Percent saved per pipeline over the last 24 whole hours; null when unknown. */
  recentSavings(pipelineIds: string[]): Promise<Map<string, number | null>>;
};

const toKey = (row: CounterBucketRow) =>
  formatPlace({ pipelineId: row.pipeline_id, componentId: row.component_id });

export async function readNodeTypes(
  store: Pick<Repositories, 'nodes'>,
  componentIds: Iterable<string>,
): Promise<Map<string, NodeType>> {
  const ids = [...new Set(componentIds)];
  const connections = await store.nodes.findMany(ids.filter((id) => id.startsWith('2')));
  const types = new Map<string, NodeType>(ids.map((id) => [id, 'TRANSFORM']));
  for (const kind of NODE_TYPES) types.set(kind, kind);
  for (const row of connections) types.set(row.id, row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK');
  return types;
}

export function sumComponents(
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
): Map<string, Typed> {
  const sums = new Map<string, Typed>();
  for (const row of rows) {
    const sum = sums.get(row.component_id) ?? {
      nodeType: types.get(row.component_id) ?? 'TRANSFORM',
      figures: createFigures(),
    };
    addFigures(sum.figures, row);
    sums.set(row.component_id, sum);
  }
  return sums;
}

export const groupComponents = (
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
): Map<string, Typed[]> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.pipeline_id)].map(([pipelineId, own]) => [
      pipelineId,
      [...sumComponents(own, types).values()],
    ]),
  );

export const sumVolumes = (
  rows: readonly CounterBucketRow[],
  types: ReadonlyMap<string, NodeType>,
  metric: DataVolumeMetric,
): Map<string, Volume> =>
  new Map(
    [...groupComponents(rows, types)].map(([pipelineId, own]) => [
      pipelineId,
      computePipelineVolume(own, metric),
    ]),
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
  let unsaved: ErrorReport[] = [];
  const remoteReports: { siteId: string; number: number; errors: readonly ErrorReport[] }[] = [];
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
  /** Failures are retried with the next errors: a full disk is itself an error to report. */
  const storeErrors = async () => {
    const errors = unsaved;
    unsaved = [];
    try {
      await recordErrors(tools, errors);
    } catch (error) {
      unsaved = mergeErrors([...errors, ...unsaved]);
      throw error;
    }
  };
  /** In order: a stored report number implies all before it. */
  const storeRemoteReports = async () => {
    for (let [next] = remoteReports; next; [next] = remoteReports) {
      await recordErrors(tools, next.errors, next);
      remoteReports.shift();
    }
  };
  const queueErrors = () => {
    if (unsaved.length > 0) errorsStored = errorsStored.then(() => attempt('storing errors', storeErrors));
    if (remoteReports.length > 0)
      errorsStored = errorsStored.then(() => attempt('storing errors', storeRemoteReports));
  };
  const toRange = (
    coverage: Coverage,
    { pods, ...filter }: RowFilter,
  ): BucketRange & Pick<Coverage, 'until'> => ({
    ...coverage,
    ...filter,
    ...(pods ? { pods: recorder.findPods(pods) } : {}),
  });
  const rows: Analytics['rows'] = (coverage, filter) => recorder.read(toRange(coverage, filter));
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
        if (number === undefined) unsaved = mergeErrors([...unsaved, ...errors]);
        else remoteReports.push({ siteId, number, errors });
        queueErrors();
      }
    },
    flush: async () => {
      queueErrors();
      await errorsStored;
      await recorder.flush();
    },
    rows,
    listPods: (coverage, filter) => recorder.readPods(toRange({ ...coverage, sumOver: 'range' }, filter)),
    findBegin: recorder.findBegin,
    totalsOf: recorder.totalsOf,
    totalsAt: recorder.totalsAt,
    waitingAt: async ({ seconds, to, until: moment }, pipelineIds, pods) => {
      const numbers = pods && recorder.findPods(pods);
      const now = clock() / 1000;
      const until = Math.ceil((now + seconds) / seconds) * seconds;
      const recent = moment === undefined ? undefined : recorder.changesSince(moment, numbers);
      const since =
        to >= now || recent
          ? []
          : await rows(
              { seconds, resolution: seconds, sumOver: 'range', from: to, to: until },
              { pipelineIds: [...pipelineIds], pods, columns: ['events_waiting', 'bytes_waiting'] },
            );
      const later = new Map(
        [...Map.groupBy(since, toKey)].map(([key, own]) => [key, own.reduce(addFigures, createFigures())]),
      );
      return pipelineIds.flatMap((pipelineId) =>
        Object.entries(recorder.totalsOf(pipelineId)).map(([componentId, total]) => {
          const change = (recent ?? later).get(formatPlace({ pipelineId, componentId }));
          const isHere = numbers?.includes(total.pod) ?? true;
          const [events, bytes] = isHere ? [total.events_waiting, total.bytes_waiting] : [0, 0];
          return {
            pipelineId,
            componentId,
            events: events - (change?.events_waiting ?? 0),
            bytes: bytes - (change?.bytes_waiting ?? 0),
          };
        }),
      );
    },
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
      const types = await readNodeTypes(
        store,
        found.map((row) => row.component_id),
      );
      return new Map(
        [...groupComponents(found, types)].map(([id, own]) => [
          id,
          computePercentSaved([own], 'EVENTS_BYTES'),
        ]),
      );
    },
  };
}
