import type { Kysely } from 'kysely';
import type { EntityStatus, UsageType } from '../../contract/enums.ts';
import { countRows, type Page, withoutColumns } from './query.ts';
import type { Database, NodeRow } from './schema.ts';

export type ConnectionKind = 'SOURCE' | 'SINK';

export type NodeFilter = {
  kind: ConnectionKind;
  ids?: string[] | undefined;
  siteIds?: string[] | undefined;
  templateIds?: string[] | undefined;
  statuses?: EntityStatus[] | undefined;
  usageTypes?: UsageType[] | undefined;
};

/** Deleted ones stay for versions that name them. */
export const createNodeRepository = (db: Kysely<Database>) => {
  const filterRows = (filter: NodeFilter) => {
    let query = db.selectFrom('nodes').where('node_type', '=', filter.kind);
    if (filter.ids) query = query.where('id', 'in', filter.ids);
    if (filter.siteIds) query = query.where('site_id', 'in', filter.siteIds);
    if (filter.templateIds) query = query.where('template_id', 'in', filter.templateIds);
    if (filter.usageTypes) query = query.where('usage_type', 'in', filter.usageTypes);
    return filter.statuses
      ? query.where('status', 'in', filter.statuses)
      : query.where('status', '!=', 'DELETED');
  };
  return {
    insert: async (row: NodeRow) => {
      await db.insertInto('nodes').values(row).execute();
    },
    find: (id: string) => db.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirst(),
    findMany: async (ids: string[]): Promise<NodeRow[]> =>
      ids.length === 0 ? [] : db.selectFrom('nodes').selectAll().where('id', 'in', ids).execute(),
    list: async (filter: NodeFilter, page?: Page) => {
      let rows = filterRows(filter)
        .selectAll()
        .orderBy('updated_at', page?.descending === false ? 'asc' : 'desc')
        .orderBy('id', page?.descending === false ? 'asc' : 'desc');
      if (page) rows = rows.limit(page.limit).offset(page.offset);
      return { rows: await rows.execute(), totalCount: await countRows(filterRows(filter)) };
    },
    findByName: (kind: ConnectionKind, siteId: string, name: string, exceptId = '') =>
      db
        .selectFrom('nodes')
        .select('id')
        .where('node_type', '=', kind)
        .where('site_id', '=', siteId)
        .where('name', '=', name)
        .where('status', '!=', 'DELETED')
        .where('id', '!=', exceptId)
        .executeTakeFirst(),
    archived: (sinkId?: string): Promise<NodeRow[]> => {
      const query = db
        .selectFrom('nodes')
        .selectAll()
        .where('status', '!=', 'DELETED')
        .where('archive_id', '!=', '')
        .orderBy('id');
      return (sinkId === undefined ? query : query.where('archive_sink_id', '=', sinkId)).execute();
    },
    update: async (row: NodeRow) => {
      await db
        .updateTable('nodes')
        .set(withoutColumns(row, 'last_alive_at'))
        .where('id', '=', row.id)
        .execute();
    },
    setLastAlive: async (id: string, at: number) => {
      await db
        .updateTable('nodes')
        .set({ last_alive_at: at })
        .where('id', '=', id)
        .where('last_alive_at', '<', at)
        .execute();
    },
  };
};
