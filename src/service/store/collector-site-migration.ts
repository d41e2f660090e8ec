import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns } from './migration-columns.ts';

/** Sites whose pipelines run on the Collectors of a fleet. */
export const collectorSites: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('collector_sites'), {
      text: ['site_id', 'fleet_id', 'configuration_id'],
    })
      .addPrimaryKeyConstraint('collector_sites_key', ['site_id'])
      .execute();
  },
};
