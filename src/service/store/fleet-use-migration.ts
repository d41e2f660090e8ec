import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Enrollment tokens have a number of uses, and agents say which packages they have. */
export const fleetUses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['uses', 'uses_max'])
      await db.schema
        .alterTable('fleet_tokens')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('packages', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
