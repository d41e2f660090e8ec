import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What jobs did, by time. */
export const hydrationLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('hydrations')
      .addColumn('log', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
