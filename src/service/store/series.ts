import { type Kysely, sql } from 'kysely';
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

export type BucketRange = {
  seconds: number;
  /** Unix seconds, whole buckets, the end left out. */
  from: number;
  to: number;
  pipelineIds?: string[] | undefined;
  componentId?: string | undefined;
};

/** Counters over time: rows of 10 s and of a minute, and running totals. */
export const seriesRepository = (db: Kysely<Database>) => ({
  /** Adds to the bucket, which may hold figures already. */
  add: async (row: CounterBucketRow) => {
    const sums = Object.fromEntries(
      COUNTER_COLUMNS.map((name) => [name, sql<number>`counter_buckets.${sql.ref(name)} + ${row[name]}`]),
    );
    await db
      .insertInto('counter_buckets')
      .values(row)
      .onConflict((on) => on.columns(['seconds', 'bucket', 'pipeline_id', 'component_id']).doUpdateSet(sums))
      .execute();
  },
  setTotal: async (row: CounterTotalRow) => {
    await db
      .insertInto('counter_totals')
      .values(row)
      .onConflict((on) => on.columns(['pipeline_id', 'component_id']).doUpdateSet(row))
      .execute();
  },
  totals: () => db.selectFrom('counter_totals').selectAll().execute(),
  /** Rows of a range, in no order. */
  read: async (range: BucketRange): Promise<CounterBucketRow[]> => {
    if (range.pipelineIds?.length === 0) return [];
    let query = db
      .selectFrom('counter_buckets')
      .selectAll()
      .where('seconds', '=', range.seconds)
      .where('bucket', '>=', range.from)
      .where('bucket', '<', range.to);
    if (range.pipelineIds) query = query.where('pipeline_id', 'in', range.pipelineIds);
    if (range.componentId) query = query.where('component_id', '=', range.componentId);
    return query.execute();
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
