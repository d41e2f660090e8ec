import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const alertSilences: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('alert_silences'), {
      text: ['id', 'site_id', 'rule_ids', 'scope', 'reason', 'created_by', 'ended_by'],
      whole: ['starts_at', 'ends_at', 'created_at'],
    })
      .addPrimaryKeyConstraint('alert_silences_key', ['id'])
      .execute();
    await db.schema
      .createIndex('alert_silences_by_site')
      .on('alert_silences')
      .columns(['site_id', 'ends_at'])
      .execute();
    await db.schema
      .alterTable('alert_events')
      .addColumn('silence_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

/** Changes of a silence are guarded by what was read. */
export const silenceRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alert_silences')
      .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
