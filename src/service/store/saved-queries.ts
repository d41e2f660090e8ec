import type { Kysely } from 'kysely';
import type { Database, SavedQueryRow } from './schema.ts';

export const createSavedQueryRepository = (db: Kysely<Database>) => ({
  insert: async (row: SavedQueryRow) => {
    await db.insertInto('saved_queries').values(row).execute();
  },
  find: (id: string) => db.selectFrom('saved_queries').selectAll().where('id', '=', id).executeTakeFirst(),
  findMany: (ids: readonly string[]): Promise<SavedQueryRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db.selectFrom('saved_queries').selectAll().where('id', 'in', ids).execute(),
  /** Case-insensitive. */
  findByName: async (siteId: string, name: string): Promise<SavedQueryRow | undefined> => {
    const rows = await db.selectFrom('saved_queries').selectAll().where('site_id', '=', siteId).execute();
    return rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  },
  list: (siteIds?: readonly string[]): Promise<SavedQueryRow[]> => {
    const rows = db
      .selectFrom('saved_queries')
      .selectAll()
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  update: async (row: SavedQueryRow) => {
    await db.updateTable('saved_queries').set(row).where('id', '=', row.id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('saved_queries').where('id', '=', id).execute();
  },
});
