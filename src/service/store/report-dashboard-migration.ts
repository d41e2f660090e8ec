import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A report may show a dashboard. */
export const reportDashboards: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reports')
      .addColumn('dashboard', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
