import type { Kysely } from 'kysely';
import type { Database, OwnKeyRow, SessionRow, SsoSettingsRow } from './schema.ts';

/** Only hashes of secrets. */
export const createSessionRepository = (db: Kysely<Database>) => ({
  insert: async (row: SessionRow) => {
    await db.insertInto('sessions').values(row).execute();
  },
  find: (id: string) => db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),
  findByHash: (hash: string) =>
    db.selectFrom('sessions').selectAll().where('secret_hash', '=', hash).executeTakeFirst(),
  ofUser: (userId: string) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute(),
  ofProvider: (provider: string) =>
    db.selectFrom('sessions').selectAll().where('provider', '=', provider).execute(),
  seen: async (id: string, at: number) => {
    await db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('sessions').where('id', '=', id).execute();
  },
  deleteOfUser: async (userId: string) => {
    await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  },
  sweep: async (now: number, idleSince: number) => {
    await db
      .deleteFrom('sessions')
      .where((or) => or.or([or('expires_at', '<=', now), or('last_seen_at', '<=', idleSince)]))
      .execute();
  },
});

const ONE = 'sso';

export const createSsoRepository = (db: Kysely<Database>) => ({
  find: () => db.selectFrom('sso_settings').selectAll().where('id', '=', ONE).executeTakeFirst(),
  put: async (row: Omit<SsoSettingsRow, 'id'>) => {
    await db
      .insertInto('sso_settings')
      .values({ id: ONE, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  },
});

export const createOwnKeyRepository = (db: Kysely<Database>) => ({
  find: (id: string) => db.selectFrom('own_keys').selectAll().where('id', '=', id).executeTakeFirst(),
  /** The first one stays. */
  insert: async (row: OwnKeyRow) => {
    await db
      .insertInto('own_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
});
