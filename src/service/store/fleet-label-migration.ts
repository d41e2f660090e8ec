import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Agents have labels that are set here, and tokens those that their agents get. */
export const fleetLabels: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['fleet_agents', 'fleet_tokens'])
      await db.schema
        .alterTable(table)
        .addColumn('labels', 'text', (column) => column.notNull().defaultTo('{}'))
        .execute();
  },
};
