import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rules that warn count the minutes of each threshold. */
export const alertWarnings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alert_states')
      .addColumn('severe_minutes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
