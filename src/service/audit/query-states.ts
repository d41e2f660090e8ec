import { parseDashboard } from '../query/dashboards.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditState } from './state.ts';

export async function readSavedQueryState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.savedQueries.find(id);
  if (!row) return undefined;
  const { name, description, sql, time, chart } = row;
  return { entity: 'query', name, siteId: row.site_id, fields: { name, description, sql, time, chart } };
}

export async function readDashboardState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.dashboards.find(id);
  if (!row) return undefined;
  const { name, description, time, refreshSeconds, variables, panels } = parseDashboard(row);
  const fields = { name, description, time, refreshSeconds, variables, panels };
  return { entity: 'dashboard', name, siteId: row.site_id, fields };
}
