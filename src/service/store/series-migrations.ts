import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';
import { LATENCY_COLUMNS } from './schema-measurements.ts';

export const COUNTERS = [
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
] as const;

const FATES = ['bytes_dropped', 'bytes_dead_letter', 'events_waiting', 'bytes_waiting'] as const;

/** A crash then neither loses a count nor adds it twice. */
export const countersSeen: Migration = {
  async up(db: Kysely<unknown>) {
    let table = db.schema
      .createTable('counter_seen')
      .addColumn('boot_id', 'text', (col) => col.notNull())
      .addColumn('pipeline_id', 'text', (col) => col.notNull())
      .addColumn('component_id', 'text', (col) => col.notNull())
      .addColumn('sequence', 'bigint', (col) => col.notNull())
      .addColumn('seen_at', 'bigint', (col) => col.notNull());
    for (const name of COUNTERS) {
      table = table.addColumn(name, 'double precision', (col) => col.notNull().defaultTo(0));
    }
    await table
      .addPrimaryKeyConstraint('counter_seen_key', ['boot_id', 'pipeline_id', 'component_id'])
      .execute();
  },
};

export const fates: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['counter_buckets', 'counter_totals', 'counter_seen'])
      for (const name of FATES)
        await db.schema
          .alterTable(table)
          .addColumn(name, 'double precision', (column) => column.notNull().defaultTo(0))
          .execute();
  },
};

export const savingPrices: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('saving_prices'), {
      text: ['site_id', 'currency'],
      whole: ['is_set', 'revision', 'updated_at'],
      figure: ['price_per_gigabyte'],
    })
      .addPrimaryKeyConstraint('saving_prices_key', ['site_id'])
      .execute();
  },
};

const POD_KEY = ['seconds', 'pipeline_id', 'bucket', 'component_id', 'pod'] as const;

/** SQLite cannot change a key, so the table is rebuilt. */
async function rebuildWithPods(db: Kysely<unknown>): Promise<void> {
  const figures = [...COUNTERS, 'objects_written', ...FATES];
  await columns(db.schema.createTable('counter_buckets_new'), {
    text: ['pipeline_id', 'component_id'],
    whole: ['seconds', 'bucket', 'pod'],
    figure: figures,
  })
    .addPrimaryKeyConstraint('counter_buckets_key', [...POD_KEY])
    .execute();
  const kept = ['seconds', 'bucket', 'pipeline_id', 'component_id', ...figures];
  const names = sql.join(kept.map((name) => sql.ref(name)));
  await sql`insert into counter_buckets_new (${names}, pod) select ${names}, 0 from counter_buckets`.execute(
    db,
  );
  await db.schema.dropTable('counter_buckets').execute();
  await db.schema.alterTable('counter_buckets_new').renameTo('counter_buckets').execute();
  await db.schema
    .createIndex('counter_buckets_by_age')
    .on('counter_buckets')
    .columns(['seconds', 'bucket'])
    .execute();
}

export const pods: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('pods'), { text: ['name'], whole: ['number'] })
      .addPrimaryKeyConstraint('pods_key', ['number'])
      .execute();
    const addPod = (table: string) =>
      db.schema
        .alterTable(table)
        .addColumn('pod', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    await addPod('counter_totals');
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return rebuildWithPods(db);
    // In place, since the table may be partitioned.
    await addPod('counter_buckets');
    await db.schema.alterTable('counter_buckets').dropConstraint('counter_buckets_key').execute();
    await db.schema
      .alterTable('counter_buckets')
      .addPrimaryKeyConstraint('counter_buckets_key', [...POD_KEY])
      .execute();
  },
};

const selectSums = (width: number, from: number): Migration => ({
  async up(db: Kysely<unknown>) {
    const names = sql.join(COUNTERS.map((name) => sql.ref(name)));
    const sums = sql.join(COUNTERS.map((name) => sql`sum(${sql.ref(name)})`));
    const begin = sql`bucket - bucket % ${sql.lit(width)}`;
    await sql`
      insert into counter_buckets (seconds, bucket, pipeline_id, component_id, ${names})
      select ${sql.lit(width)}, ${begin}, pipeline_id, component_id, ${sums}
      from counter_buckets where seconds = ${sql.lit(from)}
      group by ${begin}, pipeline_id, component_id`.execute(db);
  },
});

/** 60 days take a sixth of the rows. */
export const sixHours = selectSums(21_600, 3600);

/** 60 days take a quarter of the rows. */
export const days = selectSums(86_400, 21_600);

const addAgeIndex = (db: Kysely<unknown>, table: string) =>
  db.schema.createIndex(`${table}_by_age`).on(table).columns(['seconds', 'bucket']).execute();

/** Destinations' buffers, lag and latency, engines' CPU and memory. */
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
