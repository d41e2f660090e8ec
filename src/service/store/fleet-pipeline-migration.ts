import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Versions of configurations know the pipeline that they were made from. */
export const fleetPipelines: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('fleet_configuration_versions')
      .addColumn('pipeline_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('fleet_configuration_versions')
      .addColumn('graph_version', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
