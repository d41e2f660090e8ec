import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Somebody may hold a rollout before its next step. */
export const fleetPauses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_rollouts')
      .addColumn('is_paused', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
