import { type Kysely, sql } from 'kysely';
import { chunks } from './query.ts';
import type { CounterBucketRow, CounterColumns, CounterTotalRow, Database } from './schema.ts';

export const COUNTER_COLUMNS = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_created',
  'events_merged',
  'events_dead_letter',
  'bytes_in',
  'bytes_out',
  'raw_bytes',
  'errors',
] as const satisfies (keyof CounterColumns)[];

const ROWS_PER_STATEMENT = 200;

export type BucketRange = {
  seconds: number;
  /** Unix seconds, whole buckets, the end left out. */
  from: number;
  to: number;
  /** Seconds per sum, or one sum for the whole range (its `bucket` is then `from`). */
  sumOver: number | 'range';
  pipelineIds?: string[] | undefined;
  componentId?: string | undefined;
};

/** Counters over time: rows of 10 s and of a minute, and running totals. */
export const seriesRepository = (db: Kysely<Database>) => ({
  /** Adds to the buckets, which may hold figures already; no two rows are of one bucket and component. */
  add: async (rows: CounterBucketRow[]) => {
    const sums = Object.fromEntries(
      COUNTER_COLUMNS.map((name) => [
        name,
        sql<number>`${sql.ref(`counter_buckets.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
      ]),
    );
    for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
      await db
        .insertInto('counter_buckets')
        .values(part)
        .onConflict((on) =>
          on.columns(['seconds', 'bucket', 'pipeline_id', 'component_id']).doUpdateSet(sums),
        )
        .execute();
    }
  },
  setTotals: async (rows: CounterTotalRow[]) => {
    const values = Object.fromEntries(
      [...COUNTER_COLUMNS, 'last_event_at'].map((name) => [
        name,
        sql<number>`${sql.ref(`excluded.${name}`)}`,
      ]),
    );
    for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
      await db
        .insertInto('counter_totals')
        .values(part)
        .onConflict((on) => on.columns(['pipeline_id', 'component_id']).doUpdateSet(values))
        .execute();
    }
  },
  totals: () => db.selectFrom('counter_totals').selectAll().execute(),
  /** Sums per component of a range, in no order; the database adds up. */
  read: async (range: BucketRange): Promise<CounterBucketRow[]> => {
    if (range.pipelineIds?.length === 0) return [];
    const begin =
      range.sumOver === 'range'
        ? sql<number>`${sql.lit(range.from)}`
        : sql<number>`bucket - bucket % ${sql.lit(range.sumOver)}`;
    let query = db
      .selectFrom('counter_buckets')
      .select([begin.as('bucket'), 'pipeline_id', 'component_id'])
      .select((eb) => COUNTER_COLUMNS.map((name) => eb.fn.sum<number>(name).as(name)))
      .where('seconds', '=', range.seconds)
      .where('bucket', '>=', range.from)
      .where('bucket', '<', range.to)
      .groupBy(
        range.sumOver === 'range' ? ['pipeline_id', 'component_id'] : [begin, 'pipeline_id', 'component_id'],
      );
    if (range.pipelineIds) query = query.where('pipeline_id', 'in', range.pipelineIds);
    if (range.componentId) query = query.where('component_id', '=', range.componentId);
    const rows = await query.execute();
    return rows.map((row) => ({ ...row, seconds: range.seconds }) as CounterBucketRow);
  },
  /** Removes rows of that width that begin before. */
  sweep: async (seconds: number, before: number) => {
    await db
      .deleteFrom('counter_buckets')
      .where('seconds', '=', seconds)
      .where('bucket', '<', before)
      .execute();
  },
});
