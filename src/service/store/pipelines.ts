import type { Kysely } from 'kysely';
import type { PipelineStatus, PipelineType } from '../../contract/enums.ts';
import { countRows, type Page } from './query.ts';
import type { Database, PipelineRow } from './schema.ts';

type PipelineFilter = {
  ids?: string[] | undefined;
  names?: string[] | undefined;
  siteIds?: string[] | undefined;
  statuses?: PipelineStatus[] | undefined;
  types?: PipelineType[] | undefined;
  /** Used in the newest or deployed version; every list must match. */
  usingAnyOf?: string[][] | undefined;
};

export type LifecycleColumns = Pick<
  PipelineRow,
  | 'status'
  | 'pending_action'
  | 'previous_status'
  | 'deployed_graph_version'
  | 'latest_graph_version'
  | 'pending_graph_version'
>;

const STATE_COLUMNS = [
  'id',
  'status',
  'pending_action',
  'deployed_graph_version',
  'latest_graph_version',
  'pending_graph_version',
  'last_error',
  'revision',
] as const;

/** Without deleted ones, unless statuses are named. */
export const createPipelineRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: PipelineFilter) => {
    let query = db.selectFrom('pipelines');
    if (filter.ids) query = query.where('id', 'in', filter.ids);
    if (filter.names) query = query.where('name', 'in', filter.names);
    if (filter.siteIds) query = query.where('site_id', 'in', filter.siteIds);
    if (filter.types) query = query.where('pipeline_type', 'in', filter.types);
    for (const nodeIds of filter.usingAnyOf ?? []) {
      query = query.where('id', 'in', (eb) =>
        eb
          .selectFrom('graph_nodes')
          .innerJoin('pipelines as user', 'user.id', 'graph_nodes.pipeline_id')
          .select('graph_nodes.pipeline_id')
          .where('graph_nodes.node_id', 'in', nodeIds)
          .where((on) =>
            on.or([
              on('graph_nodes.version', '=', on.ref('user.latest_graph_version')),
              on('graph_nodes.version', '=', on.ref('user.deployed_graph_version')),
            ]),
          ),
      );
    }
    return filter.statuses
      ? query.where('status', 'in', filter.statuses)
      : query.where('status', '!=', 'DELETED');
  };
  return {
    insert: async (row: PipelineRow) => {
      await db.insertInto('pipelines').values(row).execute();
    },
    find: (id: string) => db.selectFrom('pipelines').selectAll().where('id', '=', id).executeTakeFirst(),
    list: async (filter: PipelineFilter, page?: Page) => {
      let rows = filterRows(filter)
        .selectAll()
        .orderBy('updated_at', page?.descending === false ? 'asc' : 'desc')
        .orderBy('id', page?.descending === false ? 'asc' : 'desc');
      if (page) rows = rows.limit(page.limit).offset(page.offset);
      const found = await rows.execute();
      return { rows: found, totalCount: page ? await countRows(filterRows(filter)) : found.length };
    },
    names: (filter: PipelineFilter) =>
      filterRows(filter)
        .select(['id', 'site_id', 'name'])
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    states: (filter: PipelineFilter) => filterRows(filter).select(STATE_COLUMNS).execute(),
    idsOfSite: async (siteId: string): Promise<string[]> => {
      const rows = await db.selectFrom('pipelines').select('id').where('site_id', '=', siteId).execute();
      return rows.map((row) => row.id);
    },
    /** User pipelines and hydration jobs, not deleted. */
    findByName: (siteId: string, name: string, exceptId = '') =>
      db
        .selectFrom('pipelines')
        .select('id')
        .where('site_id', '=', siteId)
        .where('name', '=', name)
        .where('pipeline_type', '=', 'USER')
        .where('status', '!=', 'DELETED')
        .where('id', '!=', exceptId)
        .unionAll(
          db
            .selectFrom('hydrations')
            .select('id')
            .where('site_id', '=', siteId)
            .where('name', '=', name)
            .where('status', '!=', 'DELETED')
            .where('id', '!=', exceptId),
        )
        .executeTakeFirst(),
    update: async (id: string, change: Partial<PipelineRow>) => {
      await db.updateTable('pipelines').set(change).where('id', '=', id).execute();
    },
    /** Raises no revision. */
    setLifecycle: async (id: string, columns: LifecycleColumns, lastError?: string) => {
      await db
        .updateTable('pipelines')
        .set(lastError === undefined ? columns : { ...columns, last_error: lastError })
        .where('id', '=', id)
        .execute();
    },
    /** @returns the removed rows */
    sweepWithoutGraph: async (before: number): Promise<PipelineRow[]> =>
      db
        .deleteFrom('pipelines')
        .where('latest_graph_version', '=', 0)
        .where('pending_action', '=', 'NOP')
        .where('updated_at', '<', before)
        .returningAll()
        .execute(),
    setLastError: async (id: string, lastError: string) => {
      await db.updateTable('pipelines').set({ last_error: lastError }).where('id', '=', id).execute();
    },
  };
};
