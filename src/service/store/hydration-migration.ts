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
