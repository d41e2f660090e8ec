import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columns, TEXT } from './migration-columns.ts';

export const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('sessions'), {
      text: ['id', 'secret_hash', 'user_id', 'provider', 'user_agent'],
      whole: ['created_at', 'last_seen_at', 'expires_at'],
    })
      .addPrimaryKeyConstraint('sessions_key', ['id'])
      .addUniqueConstraint('sessions_secret', ['secret_hash'])
      .execute();
    await db.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id']).execute();
    await columns(db.schema.createTable('sso_settings'), {
      text: ['id', 'settings', 'fallback_hash'],
      whole: ['revision', 'updated_at'],
    })
      .addPrimaryKeyConstraint('sso_settings_key', ['id'])
      .execute();
  },
};

export const providerSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('provider_session', TEXT, (col) => col.notNull().defaultTo(''))
      .execute();
    await columns(db.schema.createTable('own_keys'), { text: ['id', 'sealed'], whole: ['created_at'] })
      .addPrimaryKeyConstraint('own_keys_key', ['id'])
      .execute();
  },
};
