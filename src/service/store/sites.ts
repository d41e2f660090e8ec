import type { Kysely } from 'kysely';
import type { Database, SiteRow } from './schema.ts';

/** Sites: where pipelines run. */
export const siteRepository = (db: Kysely<Database>) => ({
  insert: async (row: SiteRow) => {
    await db.insertInto('sites').values(row).execute();
  },
  find: (id: string) => db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst(),
  list: () => db.selectFrom('sites').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute(),
});
