import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Fleets have a maintenance window, which rollouts may ignore, and agents know whose token they speak with. */
export const fleetWindows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleets')
      .addColumn('maintenance_window', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('fleet_rollouts')
      .addColumn('ignores_window', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('fleet_agents')
      .addColumn('token_fleet_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('fleet_agents_by_token_fleet_id_instance_uid')
      .on('fleet_agents')
      .columns(['token_fleet_id', 'instance_uid'])
      .execute();
  },
};
