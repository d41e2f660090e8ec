import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Agents have credentials of their own, by number. */
export const fleetCredentials: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['credential', 'credential_used', 'credential_at'])
      await db.schema
        .alterTable('fleet_agents')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};
