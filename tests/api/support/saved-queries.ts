import type { SavedQueryRow } from '../../../src/service/store/schema.ts';
import type { TestService } from './service.ts';

export const QUERY = { name: 'errors', description: '', sql: 'select 1', time: '1h', chart: 'TABLE' };

let made = 0;

export async function insertSavedQuery(
  api: TestService,
  siteId = api.siteId,
  more: Partial<SavedQueryRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const [id, now] = [ids('query'), clock()];
  made += 1;
  await api.store.savedQueries.insert({
    ...QUERY,
    id,
    site_id: siteId,
    name: `query ${made}`,
    created_by: 'Ada',
    revision: 1,
    created_at: now,
    updated_at: now,
    ...more,
  });
  return id;
}
