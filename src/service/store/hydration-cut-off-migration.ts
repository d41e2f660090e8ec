import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What kills took from memory. */
export const hydrationCutOff: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('hydrations')
      .addColumn('cut_off', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
