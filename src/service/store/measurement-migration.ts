import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';
import { LATENCY_COLUMNS } from './schema-measurements.ts';

const addAgeIndex = (db: Kysely<unknown>, table: string) =>
  db.schema.createIndex(`${table}_by_age`).on(table).columns(['seconds', 'bucket']).execute();

/** Buffers, lag and latency of destinations, CPU and memory of engines over time. */
export const measurements: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('delivery_buckets'), {
      text: ['pipeline_id', 'component_id'],
      whole: ['seconds', 'bucket'],
      figure: ['buffer_share', 'lag_ms', ...LATENCY_COLUMNS],
    })
      .addPrimaryKeyConstraint('delivery_buckets_key', ['seconds', 'pipeline_id', 'bucket', 'component_id'])
      .execute();
    await addAgeIndex(db, 'delivery_buckets');
    await columns(db.schema.createTable('engine_buckets'), {
      text: ['site_id'],
      whole: ['seconds', 'bucket', 'worker'],
      figure: ['cpu_ms', 'span_ms', 'memory_bytes'],
    })
      .addPrimaryKeyConstraint('engine_buckets_key', ['seconds', 'site_id', 'bucket', 'worker'])
      .execute();
    await addAgeIndex(db, 'engine_buckets');
  },
};
