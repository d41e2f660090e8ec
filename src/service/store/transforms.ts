import type { Kysely } from 'kysely';
import { countRows, type Page } from './query.ts';
import type { Database, TransformRow } from './schema.ts';

type TransformFilter = { ids?: string[] | undefined; siteIds?: string[] | undefined };

/** Immutable: an edit adds a row of the same lineage. */
export const createTransformRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: TransformFilter) => {
    let query = db.selectFrom('transforms');
    if (filter.ids) query = query.where('id', 'in', filter.ids);
    const siteIds = filter.siteIds;
    if (siteIds) {
      query = query.where('pipeline_id', 'in', (eb) =>
        eb.selectFrom('pipelines').select('id').where('site_id', 'in', siteIds),
      );
    }
    return query;
  };
  return {
    insertMany: async (rows: TransformRow[]) => {
      if (rows.length > 0) await db.insertInto('transforms').values(rows).execute();
    },
    findMany: async (ids: string[]): Promise<TransformRow[]> =>
      ids.length === 0 ? [] : db.selectFrom('transforms').selectAll().where('id', 'in', ids).execute(),
    findVersion: async (id: string): Promise<number> => {
      const row = await db
        .selectFrom('graph_nodes')
        .select((eb) => eb.fn.max<number | null>('version').as('version'))
        .where('node_id', '=', id)
        .executeTakeFirst();
      return Number(row?.version ?? 0);
    },
    remove: async (id: string): Promise<void> => {
      await db.deleteFrom('transforms').where('id', '=', id).execute();
    },
    findNewest: (lineageId: string) =>
      db
        .selectFrom('transforms')
        .selectAll()
        .where('lineage_id', '=', lineageId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    findNewestOf: async (lineageIds: string[]): Promise<Omit<TransformRow, 'config'>[]> => {
      if (lineageIds.length === 0) return [];
      const rows = await db
        .selectFrom('transforms')
        .select(['id', 'lineage_id', 'pipeline_id', 'name', 'description', 'template_id', 'created_at'])
        .where('lineage_id', 'in', lineageIds)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return [...new Map(rows.map((row) => [row.lineage_id, row])).values()];
    },
    list: async (filter: TransformFilter, page?: Page) => {
      let rows = filterRows(filter)
        .selectAll()
        .orderBy('created_at', page?.descending === false ? 'asc' : 'desc')
        .orderBy('id', page?.descending === false ? 'asc' : 'desc');
      if (page) rows = rows.limit(page.limit).offset(page.offset);
      return { rows: await rows.execute(), totalCount: await countRows(filterRows(filter)) };
    },
    /**
     * Never named by a version.
     * @returns how many
     */
    sweepOrphans: async (before: number): Promise<number> => {
      const result = await db
        .deleteFrom('transforms')
        .where('created_at', '<', before)
        .where('id', 'not in', (eb) => eb.selectFrom('graph_nodes').select('node_id'))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
};
