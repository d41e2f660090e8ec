import type { QueryChart, SavedQuery } from '../../contract/entities/query.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { SavedQueryRow } from '../store/schema.ts';

export const toSavedQuery = (row: SavedQueryRow): SavedQuery => ({
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  description: row.description,
  sql: row.sql,
  time: row.time,
  chart: row.chart as QueryChart,
  createdBy: row.created_by,
  createdAt: formatTime(row.created_at),
  updatedAt: formatTime(row.updated_at),
  revision: row.revision,
});

async function requireQuery(tx: Repositories, id: string): Promise<SavedQueryRow> {
  const row = await tx.savedQueries.find(id);
  if (!row) throw notFound('saved query', id);
  return row;
}

async function requireFreeQueryName(tx: Repositories, siteId: string, name: string, exceptId = '') {
  const found = await tx.savedQueries.findByName(siteId, name);
  const isTaken = found !== undefined && found.id !== exceptId;
  requireFreeName(isTaken, 'query.name', 'Another query of this site has this name');
}

type SavedCalls = 'listQueries' | 'getQuery' | 'createQuery' | 'updateQuery' | 'deleteQuery';

export const savedQueryHandlers = {
  listQueries: async ({ query, tx }) => {
    const rows = await tx.savedQueries.list(query.siteIds);
    return {
      queries: toWindow(rows, query, 'desc').map(toSavedQuery),
      pagination: { totalCount: rows.length },
    };
  },

  getQuery: async ({ path, tx, setEtag }) => {
    const row = await requireQuery(tx, path.queryId);
    setEtag(row.revision);
    return { query: toSavedQuery(row) };
  },

  createQuery: async ({ body, tx, services, principal, now }) => {
    const { siteId, ...fields } = body.query;
    await requireSite(tx, siteId);
    await requireFreeQueryName(tx, siteId, fields.name);
    const id = services.ids('query');
    await tx.savedQueries.insert({
      id,
      site_id: siteId,
      ...fields,
      created_by: principal.user.name,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },

  updateQuery: async ({ path, body, tx, now, ifMatch, setEtag }) => {
    const row = await requireQuery(tx, path.queryId);
    requireVersion(ifMatch, row.revision, () => toSavedQuery(row));
    await requireFreeQueryName(tx, row.site_id, body.query.name, row.id);
    const changed = { ...row, ...body.query, revision: row.revision + 1, updated_at: now };
    await tx.savedQueries.update(changed);
    setEtag(changed.revision);
    return { revision: changed.revision };
  },

  deleteQuery: async ({ path, tx, ifMatch }) => {
    const row = await requireQuery(tx, path.queryId);
    requireVersion(ifMatch, row.revision, () => toSavedQuery(row));
    await tx.savedQueries.delete(path.queryId);
    return {};
  },
} satisfies Pick<Handlers, SavedCalls>;
