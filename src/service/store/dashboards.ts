import type { Kysely } from 'kysely';
import type { DashboardRow, Database } from './schema.ts';

export const createDashboardRepository = (db: Kysely<Database>) => ({
  insert: async (row: DashboardRow) => {
    await db.insertInto('dashboards').values(row).execute();
  },
  find: (id: string) => db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Case-insensitive. */
  findByName: async (siteId: string, name: string): Promise<DashboardRow | undefined> => {
    const rows = await db.selectFrom('dashboards').selectAll().where('site_id', '=', siteId).execute();
    return rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  },
  list: (siteIds?: readonly string[]): Promise<DashboardRow[]> => {
    const rows = db.selectFrom('dashboards').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  update: async (row: DashboardRow) => {
    await db.updateTable('dashboards').set(row).where('id', '=', row.id).execute();
  },
  delete: async (id: string) => {
    await db.deleteFrom('dashboards').where('id', '=', id).execute();
  },
});
