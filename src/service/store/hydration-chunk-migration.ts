import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Windows that are hydrated in parts. SQLite adds one column at a time. */
export const hydrationChunks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['chunk_minutes', 'chunks_done', 'chunks_total'])
      await db.schema
        .alterTable('hydrations')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};
