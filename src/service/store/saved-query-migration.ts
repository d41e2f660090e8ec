import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

export const savedQueries: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('saved_queries'), {
      text: ['id', 'site_id', 'name', 'description', 'sql', 'time', 'chart', 'created_by'],
      whole: ['revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('saved_queries_key', ['id'])
      .execute();
    await db.schema
      .createIndex('saved_queries_by_site')
      .on('saved_queries')
      .columns(['site_id', 'updated_at'])
      .execute();
  },
};
