import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { TEXT } from './migration-columns.ts';

/** The pull request at a provider, and the commit whose outcome it was told. */
export const providerRequests: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, name] of [
      ['changesets', 'provider_request'],
      ['git_follows', 'reported'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(name, TEXT, (column) => column.notNull().defaultTo(''))
        .execute();
  },
};
