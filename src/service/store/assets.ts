import type { Kysely } from 'kysely';
import type { AssetType } from '../../contract/enums.ts';
import { countRows, type Page } from './query.ts';
import type { AssetRow, Database, TransformRow } from './schema.ts';

type AssetFilter = { siteIds?: string[] | undefined; assetTypes?: AssetType[] | undefined };

type TransformInUse = TransformRow & { pipeline_name: string; site_id: string };

/** Contents are in the data folder. */
export const createAssetRepository = (db: Kysely<Database>) => {
  const filterRows = ({ siteIds, assetTypes }: AssetFilter) => {
    let query = db.selectFrom('assets');
    if (assetTypes) query = query.where('asset_type', 'in', assetTypes);
    if (!siteIds) return query;
    return query.where((eb) =>
      eb.or([eb('site_ids', '=', '[]'), ...siteIds.map((id) => eb('site_ids', 'like', `%"${id}"%`))]),
    );
  };
  return {
    insert: async (row: AssetRow) => {
      await db.insertInto('assets').values(row).execute();
    },
    update: async (row: AssetRow) => {
      await db.updateTable('assets').set(row).where('id', '=', row.id).execute();
    },
    remove: async (id: string) => {
      await db.deleteFrom('assets').where('id', '=', id).execute();
    },
    find: (id: string) => db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst(),
    findByName: (name: string) =>
      db.selectFrom('assets').selectAll().where('name', '=', name).executeTakeFirst(),
    list: async (filter: AssetFilter, page?: Page) => {
      const order = page?.descending === false ? 'asc' : 'desc';
      let rows = filterRows(filter).selectAll().orderBy('updated_at', order).orderBy('id', order);
      if (page) rows = rows.limit(page.limit).offset(page.offset);
      return { rows: await rows.execute(), totalCount: await countRows(filterRows(filter)) };
    },
    total: async (): Promise<{ count: number; bytes: number }> => {
      const row = await db
        .selectFrom('assets')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size_bytes').as('bytes')])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },
    isContentUsed: async (sha256: string): Promise<boolean> =>
      (await db.selectFrom('assets').select('id').where('sha256', '=', sha256).executeTakeFirst()) !==
      undefined,
    /** In the newest or deployed version; newest rows first. */
    transformsOfTypes: async (templateIds: string[]): Promise<TransformInUse[]> =>
      templateIds.length === 0
        ? []
        : db
            .selectFrom('transforms')
            .innerJoin('graph_nodes', 'graph_nodes.node_id', 'transforms.id')
            .innerJoin('pipelines', 'pipelines.id', 'graph_nodes.pipeline_id')
            .selectAll('transforms')
            .select(['pipelines.name as pipeline_name', 'pipelines.site_id as site_id'])
            .distinct()
            .where('transforms.template_id', 'in', templateIds)
            .where('pipelines.status', '!=', 'DELETED')
            .where((on) =>
              on.or([
                on('graph_nodes.version', '=', on.ref('pipelines.latest_graph_version')),
                on('graph_nodes.version', '=', on.ref('pipelines.deployed_graph_version')),
              ]),
            )
            .orderBy('transforms.created_at', 'desc')
            .orderBy('transforms.id', 'desc')
            .execute(),
  };
};
