import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns, TEXT } from './migration-columns.ts';

export const managedAndEndedSites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sites')
      .addColumn('managed_by_git', 'bigint', (col) => col.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('sites')
      .addColumn('git', TEXT, (col) => col.notNull().defaultTo('{}'))
      .execute();
    await columns(db.schema.createTable('ended_sites'), { text: ['site_id'] })
      .addPrimaryKeyConstraint('ended_sites_key', ['site_id'])
      .execute();
  },
};

export const collectorSites: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('collector_sites'), {
      text: ['site_id', 'fleet_id', 'configuration_id'],
    })
      .addPrimaryKeyConstraint('collector_sites_key', ['site_id'])
      .execute();
  },
};

export const remoteEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sites')
      .addColumn('engine', TEXT, (col) => col.notNull().defaultTo('embedded'))
      .execute();
    await columns(db.schema.createTable('remote_engines'), {
      text: ['site_id', 'token_hash', 'credential_hash', 'host', 'platform', 'version'],
      whole: ['token_expires_at', 'token_used_at', 'joined_at', 'last_seen_at', 'errors_stored'],
    })
      .addPrimaryKeyConstraint('remote_engines_key', ['site_id'])
      .execute();
  },
};
