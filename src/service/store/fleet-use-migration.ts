import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tokens have a number of uses; agents say which packages they have, and which service they are connected to. */
export const fleetUses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['uses', 'uses_max'])
      await db.schema
        .alterTable('fleet_tokens')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    for (const [name, empty] of [
      ['packages', '{}'],
      ['service_id', ''],
    ] as const)
      await db.schema
        .alterTable('fleet_agents')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(empty))
        .execute();
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('restart_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
