import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { TEXT } from './migration-columns.ts';

/** Configurations of sources and destinations that pull requests ask for: their secrets are in no repository. */
export const requestedConnections: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('changeset_pipelines')
      .addColumn('config', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
