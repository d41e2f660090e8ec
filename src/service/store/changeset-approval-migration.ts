import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { TEXT } from './migration-columns.ts';

/** Who took part in a pull request, and who approved what is on its branch. */
export const changesetApprovals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['authors', 'approved_by', 'approved_by_id', 'approved_commit'])
      await db.schema
        .alterTable('changesets')
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
    await db.schema
      .alterTable('changesets')
      .addColumn('approved_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
