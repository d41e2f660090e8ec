import type { Dashboard } from '../../contract/entities/dashboard.ts';
import { formatTime } from '../clock.ts';
import type { DashboardRow } from '../store/schema-queries.ts';

export const parseDashboard = (row: DashboardRow): Dashboard => ({
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  description: row.description,
  time: row.time,
  refreshSeconds: row.refresh_seconds,
  variables: JSON.parse(row.variables),
  panels: JSON.parse(row.panels),
  createdBy: row.created_by,
  createdAt: formatTime(row.created_at),
  updatedAt: formatTime(row.updated_at),
  revision: row.revision,
});
