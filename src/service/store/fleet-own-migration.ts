import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether an agent spoke last by its own credential, and not by an enrollment token. */
export const fleetOwn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('uses_own', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
