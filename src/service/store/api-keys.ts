import type { Kysely } from 'kysely';
import type { ApiKeyRow, Database } from './schema.ts';

/** Only hashes of secrets. */
export const createApiKeyRepository = (db: Kysely<Database>) => ({
  insert: async (row: ApiKeyRow) => {
    await db.insertInto('api_keys').values(row).execute();
  },
  find: (id: string) => db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
  list: () => db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute(),
  /** With an expiry. */
  listEnding: () =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('expires_at', '!=', 0)
      .where('revoked_at', '=', 0)
      .orderBy('id')
      .execute(),
  update: async (row: ApiKeyRow) => {
    await db.updateTable('api_keys').set(row).where('id', '=', row.id).execute();
  },
  used: async (id: string, at: number) => {
    await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
  },
  deleteOfUser: async (userId: string) => {
    await db.deleteFrom('api_keys').where('created_by', '=', userId).execute();
  },
});
