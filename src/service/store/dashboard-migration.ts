import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const dashboards: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('dashboards'), {
      text: ['id', 'site_id', 'name', 'description', 'time', 'variables', 'panels', 'created_by'],
      whole: ['refresh_seconds', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('dashboards_key', ['id'])
      .execute();
    await db.schema
      .createIndex('dashboards_by_site')
      .on('dashboards')
      .columns(['site_id', 'updated_at'])
      .execute();
  },
};
