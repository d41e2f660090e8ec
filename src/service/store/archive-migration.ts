import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const archives: Migration = {
  async up(db: Kysely<unknown>) {
    const text = (name: string) =>
      db.schema
        .alterTable('nodes')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    await text('archive_id');
    await text('archive_sink_id');
    await db.schema
      .alterTable('nodes')
      .addColumn('archive_since', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('nodes_by_archive_sink').on('nodes').column('archive_sink_id').execute();
  },
};

export const endedArchives: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['counter_buckets', 'counter_totals', 'counter_seen'])
      await db.schema
        .alterTable(table)
        .addColumn('objects_written', 'double precision', (column) => column.notNull().defaultTo(0))
        .execute();
    await columns(db.schema.createTable('ended_archives'), {
      text: ['archive_id', 'source_id', 'sink_id'],
      whole: ['since', 'ended_at'],
    })
      .addPrimaryKeyConstraint('ended_archives_key', ['archive_id'])
      .execute();
    await db.schema
      .createIndex('ended_archives_by_source')
      .on('ended_archives')
      .columns(['source_id', 'ended_at'])
      .execute();
  },
};
