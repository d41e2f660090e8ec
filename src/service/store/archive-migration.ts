import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Archives of sources: the id that their figures are kept under, the destination, since when. */
export const archives: Migration = {
  async up(db: Kysely<unknown>) {
    const text = (name: string) =>
      db.schema
        .alterTable('nodes')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    await text('archive_id');
    await text('archive_sink_id');
    await db.schema
      .alterTable('nodes')
      .addColumn('archive_since', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('nodes_by_archive_sink').on('nodes').column('archive_sink_id').execute();
  },
};
