import type { Kysely } from 'kysely';
import type { Database, RemoteEngineRow } from './schema.ts';

/** Only hashes of tokens and credentials. */
export const createRemoteEngineRepository = (db: Kysely<Database>) => ({
  find: (siteId: string) =>
    db.selectFrom('remote_engines').selectAll().where('site_id', '=', siteId).executeTakeFirst(),
  list: () => db.selectFrom('remote_engines').selectAll().orderBy('site_id').execute(),
  findByToken: (hash: string) =>
    db.selectFrom('remote_engines').selectAll().where('token_hash', '=', hash).executeTakeFirst(),
  findByCredential: (hash: string) =>
    db.selectFrom('remote_engines').selectAll().where('credential_hash', '=', hash).executeTakeFirst(),
  put: async (row: RemoteEngineRow) => {
    const { site_id: _key, ...set } = row;
    await db
      .insertInto('remote_engines')
      .values(row)
      .onConflict((on) => on.column('site_id').doUpdateSet(set))
      .execute();
  },
  seen: async (
    siteId: string,
    facts: Partial<Pick<RemoteEngineRow, 'host' | 'platform' | 'version'>> & { last_seen_at: number },
  ) => {
    await db.updateTable('remote_engines').set(facts).where('site_id', '=', siteId).execute();
  },
  errorsStored: async (siteId: string, number: number) => {
    await db
      .updateTable('remote_engines')
      .set({ errors_stored: number })
      .where('site_id', '=', siteId)
      .execute();
  },
});
