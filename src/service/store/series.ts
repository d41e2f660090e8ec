import { type Kysely, sql } from 'kysely';
import { REMOTE_BOOT } from '../../contract/limits.ts';
import { splitIntoChunks } from './query.ts';
import type {
  CounterBucketRow,
  CounterColumns,
  CounterSeenRow,
  CounterTotalRow,
  Database,
  PodRow,
} from './schema.ts';

export const COUNTER_COLUMNS = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_created',
  'events_merged',
  'events_dead_letter',
  'bytes_in',
  'bytes_out',
  'bytes_dropped',
  'bytes_dead_letter',
  'events_waiting',
  'bytes_waiting',
  'raw_bytes',
  'errors',
  'objects_written',
] as const satisfies (keyof CounterColumns)[];

const ROWS_PER_STATEMENT = 200;

export type BucketRange = {
  seconds: number;
  /** Unix seconds, whole buckets, end exclusive. */
  from: number;
  to: number;
  /** Seconds per sum, or one sum with `bucket` = `from`. */
  sumOver: number | 'range';
  pipelineIds?: string[] | undefined;
  componentId?: string | undefined;
  pods?: readonly number[] | undefined;
  /** Sums per kind of node, in `component_id`. */
  byKind?: boolean | undefined;
  /** All by default; the others are 0. */
  columns?: readonly (keyof CounterColumns)[] | undefined;
};

const TEN_SECONDS = 10;
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const SIX_HOURS_SECONDS = 6 * HOUR_SECONDS;
/** UTC days, for totals of weeks. */
export const DAY_SECONDS = 24 * HOUR_SECONDS;

type Part = Pick<BucketRange, 'seconds' | 'from' | 'to'>;

/** Widest first. */
const WIDTHS = [DAY_SECONDS, SIX_HOURS_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, TEN_SECONDS];

/** The widest rows that fit the sums, and narrower ones at the ends. */
export function splitRange({ seconds, from, to, sumOver }: BucketRange): Part[] {
  const takes = (width: number) => width >= seconds && (sumOver === 'range' || sumOver % width === 0);
  const widths = WIDTHS.filter(takes);
  const cover = (start: number, end: number, [width = seconds, ...narrower]: number[]): Part[] => {
    if (start >= end) return [];
    if (narrower.length === 0) return [{ seconds: width, from: start, to: end }];
    const first = Math.ceil(start / width) * width;
    const last = Math.floor(end / width) * width;
    if (last <= first) return cover(start, end, narrower);
    return [
      ...cover(start, first, narrower),
      { seconds: width, from: first, to: last },
      ...cover(last, end, narrower),
    ];
  };
  return cover(from, to, widths);
}

/** Counters by bucket width, and running totals. */
export const createSeriesRepository = (db: Kysely<Database>) => ({
  add: async (rows: CounterBucketRow[]) => {
    const sums = Object.fromEntries(
      COUNTER_COLUMNS.map((name) => [
        name,
        sql<number>`${sql.ref(`counter_buckets.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
      ]),
    );
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT)) {
      await db
        .insertInto('counter_buckets')
        .values(part.map((row) => ({ ...row, pod: row.pod ?? 0 })))
        .onConflict((on) =>
          on.columns(['seconds', 'pipeline_id', 'bucket', 'component_id', 'pod']).doUpdateSet(sums),
        )
        .execute();
    }
  },
  setTotals: async (rows: CounterTotalRow[]) => {
    const values = Object.fromEntries(
      [...COUNTER_COLUMNS, 'last_event_at', 'pod'].map((name) => [
        name,
        sql<number>`${sql.ref(`excluded.${name}`)}`,
      ]),
    );
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT)) {
      await db
        .insertInto('counter_totals')
        .values(part.map((row) => ({ ...row, pod: row.pod ?? 0 })))
        .onConflict((on) => on.columns(['pipeline_id', 'component_id']).doUpdateSet(values))
        .execute();
    }
  },
  setSeen: async (rows: CounterSeenRow[]) => {
    const values = Object.fromEntries(
      [...COUNTER_COLUMNS, 'sequence', 'seen_at'].map((name) => [
        name,
        sql<number>`${sql.ref(`excluded.${name}`)}`,
      ]),
    );
    for (const part of splitIntoChunks(rows, ROWS_PER_STATEMENT)) {
      await db
        .insertInto('counter_seen')
        .values(part)
        .onConflict((on) => on.columns(['boot_id', 'pipeline_id', 'component_id']).doUpdateSet(values))
        .execute();
    }
  },
  seen: () => db.selectFrom('counter_seen').selectAll().execute(),
  /** Drops boots silent since then (Unix milliseconds). Remote ones stay longer: they count on while away. */
  sweepSeen: async (kept: readonly string[], before: number, remoteBefore: number) => {
    const fresh = db
      .selectFrom('counter_seen')
      .select('boot_id')
      .where((eb) =>
        eb.or([
          eb('seen_at', '>=', before),
          eb.and([eb('boot_id', 'like', `${REMOTE_BOOT}%`), eb('seen_at', '>=', remoteBefore)]),
        ]),
      );
    const old = db.deleteFrom('counter_seen').where('boot_id', 'not in', fresh);
    await (kept.length === 0 ? old : old.where('boot_id', 'not in', kept)).execute();
  },
  totals: () => db.selectFrom('counter_totals').selectAll().execute(),
  /** Unordered sums per component; a place may have several rows. */
  read: async (range: BucketRange): Promise<CounterBucketRow[]> => {
    if (range.pipelineIds?.length === 0 || range.pods?.length === 0) return [];
    // Too many rows to spread into a call.
    let found: CounterBucketRow[] = [];
    for (const part of splitRange(range)) found = found.concat(await readPart(db, range, part));
    return found;
  },
  pods: (): Promise<PodRow[]> => db.selectFrom('pods').selectAll().orderBy('number').execute(),
  addPods: async (rows: readonly PodRow[]) => {
    if (rows.length === 0) return;
    await db
      .insertInto('pods')
      .values([...rows])
      .onConflict((on) => on.column('number').doNothing())
      .execute();
  },
  readPods: async (range: BucketRange): Promise<number[]> => {
    if (range.pipelineIds?.length === 0) return [];
    const found = new Set<number>();
    for (const part of splitRange(range)) {
      const rows = await filterRows(db, range, part).select('pod').distinct().execute();
      for (const { pod } of rows) found.add(Number(pod));
    }
    return [...found];
  },
  findFirstBucket: async (seconds: number, pipelineId: string): Promise<number | undefined> => {
    const row = await db
      .selectFrom('counter_buckets')
      .select((eb) => eb.fn.min<number | null>('bucket').as('first'))
      .where('seconds', '=', seconds)
      .where('pipeline_id', '=', pipelineId)
      .executeTakeFirst();
    return row?.first ?? undefined;
  },
  sweep: async (seconds: number, before: number) => {
    await db
      .deleteFrom('counter_buckets')
      .where('seconds', '=', seconds)
      .where('bucket', '<', before)
      .execute();
  },
});

const ofKind = (kind: 'SOURCE' | 'SINK') =>
  sql`when component_id in (select id from nodes where node_type = ${sql.lit(kind)}) then ${sql.lit(kind)}`;
const KIND = sql<string>`case ${ofKind('SOURCE')} ${ofKind('SINK')} else 'TRANSFORM' end`;

function filterRows(db: Kysely<Database>, range: BucketRange, part: Part) {
  let found = db
    .selectFrom('counter_buckets')
    .where('seconds', '=', part.seconds)
    .where('bucket', '>=', part.from)
    .where('bucket', '<', part.to);
  if (range.pipelineIds) found = found.where('pipeline_id', 'in', range.pipelineIds);
  if (range.componentId) found = found.where('component_id', '=', range.componentId);
  if (range.pods) found = found.where('pod', 'in', range.pods);
  return found;
}

async function readPart(db: Kysely<Database>, range: BucketRange, part: Part): Promise<CounterBucketRow[]> {
  const { columns = COUNTER_COLUMNS } = range;
  const place = range.byKind ? KIND : sql<string>`component_id`;
  const found = filterRows(db, range, part);
  const isSummed = part.seconds === range.sumOver && !range.byKind;
  const begin =
    range.sumOver === 'range'
      ? sql<number>`${sql.lit(range.from)}`
      : sql<number>`bucket - bucket % ${sql.lit(range.sumOver)}`;
  const query = isSummed
    ? found.select(['bucket', 'pipeline_id', place.as('component_id'), ...columns])
    : found
        .select([begin.as('bucket'), 'pipeline_id', place.as('component_id')])
        .select((eb) => columns.map((name) => eb.fn.sum<number>(name).as(name)))
        .groupBy(range.sumOver === 'range' ? ['pipeline_id', place] : [begin, 'pipeline_id', place]);
  const nothing = Object.fromEntries(
    COUNTER_COLUMNS.filter((name) => !columns.includes(name)).map((name) => [name, 0]),
  );
  // Mutates: copying so many rows would cost more than reading them.
  return (await query.execute()).map(
    (row) => Object.assign(row, nothing, { seconds: range.seconds }) as CounterBucketRow,
  );
}
