import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns, TEXT } from './migration-columns.ts';

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
