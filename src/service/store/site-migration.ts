import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns, TEXT } from './migration-columns.ts';

export const managedAndEndedSites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sites')
      .addColumn('managed_by_git', 'bigint', (col) => col.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('sites')
      .addColumn('git', TEXT, (col) => col.notNull().defaultTo('{}'))
      .execute();
    await columns(db.schema.createTable('ended_sites'), { text: ['site_id'] })
      .addPrimaryKeyConstraint('ended_sites_key', ['site_id'])
      .execute();
  },
};
