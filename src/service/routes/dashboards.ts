import type { DashboardContent } from '../../contract/entities/dashboard.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Handlers } from '../http/call-context.ts';
import { parseDashboard } from '../query/dashboards.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { DashboardRow } from '../store/schema-queries.ts';
import { toSavedQuery } from './saved-queries.ts';

type Panels = DashboardContent['panels'];

async function requireDashboard(tx: Repositories, id: string): Promise<DashboardRow> {
  const row = await tx.dashboards.find(id);
  if (!row) throw notFound('dashboard', id);
  return row;
}

async function requireFreeDashboardName(tx: Repositories, siteId: string, name: string, exceptId = '') {
  const found = await tx.dashboards.findByName(siteId, name);
  const isTaken = found !== undefined && found.id !== exceptId;
  requireFreeName(isTaken, 'dashboard.name', 'Another dashboard of this site has this name');
}

const listQueryIds = (panels: Panels): string[] => [
  ...new Set(panels.flatMap(({ queryId }) => (queryId === '' ? [] : [queryId]))),
];

/**
 * @param known previous panels: their queries may have been deleted since
 * @throws ContractError VALIDATION_FAILED
 */
async function requireQueries(tx: Repositories, siteId: string, panels: Panels, known: Panels = []) {
  const asked = listQueryIds(panels);
  const there = (await tx.savedQueries.findMany(asked)).filter((row) => row.site_id === siteId);
  const accepted = new Set([...there.map(({ id }) => id), ...listQueryIds(known)]);
  const at = panels.findIndex(({ queryId }) => queryId !== '' && !accepted.has(queryId));
  if (at < 0) return;
  const field = `dashboard.panels.${at}.queryId`;
  const message = 'There is no such saved query on this site';
  throw new ContractError('VALIDATION_FAILED', `${field}: ${message}`, {
    details: [{ field, rule: 'exists', message }],
  });
}

const toColumns = ({ refreshSeconds, variables, panels, ...rest }: DashboardContent) => ({
  ...rest,
  refresh_seconds: refreshSeconds,
  variables: JSON.stringify(variables),
  panels: JSON.stringify(panels),
});

type DashboardCalls =
  | 'listDashboards'
  | 'getDashboard'
  | 'createDashboard'
  | 'updateDashboard'
  | 'deleteDashboard';

export const dashboardHandlers = {
  listDashboards: async ({ query, tx }) => {
    const rows = await tx.dashboards.list(query.siteIds);
    return {
      dashboards: toWindow(rows, query, 'desc').map(parseDashboard),
      pagination: { totalCount: rows.length },
    };
  },

  getDashboard: async ({ path, tx, setEtag }) => {
    const row = await requireDashboard(tx, path.dashboardId);
    const dashboard = parseDashboard(row);
    const queries = await tx.savedQueries.findMany(listQueryIds(dashboard.panels));
    setEtag(row.revision);
    return { dashboard, queries: queries.map(toSavedQuery) };
  },

  createDashboard: async ({ body, tx, services, principal, now }) => {
    const { siteId, ...content } = body.dashboard;
    await requireSite(tx, siteId);
    await requireFreeDashboardName(tx, siteId, content.name);
    await requireQueries(tx, siteId, content.panels);
    const id = services.ids('dashboard');
    await tx.dashboards.insert({
      id,
      site_id: siteId,
      ...toColumns(content),
      created_by: principal.user.name,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },

  updateDashboard: async ({ path, body, tx, now, ifMatch, setEtag }) => {
    const row = await requireDashboard(tx, path.dashboardId);
    const before = parseDashboard(row);
    requireVersion(ifMatch, row.revision, () => before);
    await requireFreeDashboardName(tx, row.site_id, body.dashboard.name, row.id);
    await requireQueries(tx, row.site_id, body.dashboard.panels, before.panels);
    const revision = row.revision + 1;
    await tx.dashboards.update({ ...row, ...toColumns(body.dashboard), revision, updated_at: now });
    setEtag(revision);
    return { revision };
  },

  deleteDashboard: async ({ path, tx, ifMatch }) => {
    const row = await requireDashboard(tx, path.dashboardId);
    requireVersion(ifMatch, row.revision, () => parseDashboard(row));
    await tx.dashboards.delete(row.id);
    return {};
  },
} satisfies Pick<Handlers, DashboardCalls>;
