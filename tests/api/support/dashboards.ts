import type { DashboardRow } from '../../../src/service/store/schema.ts';
import type { TestService } from './service.ts';

export const PANEL = { title: 'One', sql: 'select 1 as n', chart: 'FIGURE', width: 4, height: 3 };
export const DASHBOARD = {
  name: 'Overview',
  description: '',
  time: '1h',
  refreshSeconds: 0,
  variables: [],
  panels: [PANEL],
};

let made = 0;

export async function insertDashboard(
  api: TestService,
  siteId = api.siteId,
  more: Partial<DashboardRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('dashboard'), clock()];
  made += 1;
  await api.store.dashboards.insert({
    id,
    site_id: siteId,
    name: `dashboard ${made}`,
    description: '',
    time: '1h',
    refresh_seconds: 0,
    variables: '[]',
    panels: '[]',
    created_by: 'Ada',
    revision: 1,
    created_at: now,
    updated_at: now,
    ...more,
  });
  return id;
}
