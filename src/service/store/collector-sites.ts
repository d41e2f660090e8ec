import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { CollectorSiteRow } from './schema-fleets.ts';

export const createCollectorSiteRepository = (db: Kysely<Database>) => ({
  insert: async (row: CollectorSiteRow) => {
    await db.insertInto('collector_sites').values(row).execute();
  },
  list: (): Promise<CollectorSiteRow[]> =>
    db.selectFrom('collector_sites').selectAll().orderBy('site_id').execute(),
  find: (siteId: string) =>
    db.selectFrom('collector_sites').selectAll().where('site_id', '=', siteId).executeTakeFirst(),
});
