import type { Kysely } from 'kysely';
import { splitIntoChunks } from './query.ts';
import type { AlertSilenceRow, Database } from './schema.ts';

export const createAlertSilenceRepository = (db: Kysely<Database>) => ({
  insert: async (row: AlertSilenceRow) => {
    await db.insertInto('alert_silences').values(row).execute();
  },
  find: (id: string) => db.selectFrom('alert_silences').selectAll().where('id', '=', id).executeTakeFirst(),
  findMany: async (ids: readonly string[]): Promise<AlertSilenceRow[]> => {
    const found: AlertSilenceRow[] = [];
    for (const part of splitIntoChunks(ids))
      found.push(...(await db.selectFrom('alert_silences').selectAll().where('id', 'in', part).execute()));
    return found;
  },
  list: (siteIds?: readonly string[]): Promise<AlertSilenceRow[]> => {
    const rows = db.selectFrom('alert_silences').selectAll().orderBy('ends_at', 'desc').orderBy('id', 'desc');
    return (siteIds ? rows.where('site_id', 'in', siteIds) : rows).execute();
  },
  /** Unix milliseconds; latest end first. */
  activeAt: (siteId: string, at: number): Promise<AlertSilenceRow[]> =>
    db
      .selectFrom('alert_silences')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('starts_at', '<=', at)
      .where('ends_at', '>', at)
      .orderBy('ends_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  update: async (row: AlertSilenceRow) => {
    await db.updateTable('alert_silences').set(row).where('id', '=', row.id).execute();
  },
  sweep: async (before: number) => {
    await db.deleteFrom('alert_silences').where('ends_at', '<', before).execute();
  },
});
