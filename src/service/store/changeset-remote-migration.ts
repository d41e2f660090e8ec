import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { TEXT } from './migration-columns.ts';

/** The repository elsewhere that a pull request lies in, and what its branch has there. */
export const changesetRemotes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['remote', 'pushed_commit'])
      await db.schema
        .alterTable('changesets')
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
  },
};
