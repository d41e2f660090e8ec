import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const hydrations: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('hydrations'), {
      text: [
        'id',
        'name',
        'site_id',
        'source_id',
        'sink_id',
        'pipeline_id',
        'query',
        'folders',
        'status',
        'unread',
        'problem',
        'created_by',
      ],
      whole: [
        'graph_version',
        'start_time',
        'end_time',
        'event_limit',
        'is_paused',
        'attempt',
        'position',
        'files_read',
        'files_total',
        'resumed_count',
        'unread_count',
        'created_at',
        'started_at',
        'ended_at',
        'revision',
        'updated_at',
      ],
      figure: ['events_per_second', 'events', 'bytes', 'share'],
    })
      .addPrimaryKeyConstraint('hydrations_key', ['id'])
      .execute();
    await db.schema
      .createIndex('hydrations_by_site')
      .on('hydrations')
      .columns(['site_id', 'created_at'])
      .execute();
  },
};

/** Windows read in parts. SQLite adds one column at a time. */
export const hydrationChunks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['chunk_minutes', 'chunks_done', 'chunks_total'])
      await db.schema
        .alterTable('hydrations')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};

export const hydrationCutOff: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('hydrations')
      .addColumn('cut_off', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};

export const hydrationLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('hydrations')
      .addColumn('log', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
