import type { Services } from '../services.ts';
import type { AssetRow } from '../store/schema.ts';

/** Tells the sites of a file what became of it; without any it belongs to all. */
export async function publishFile(
  { hub, store }: Pick<Services, 'hub' | 'store'>,
  row: AssetRow,
  change: 'created' | 'updated' | 'deleted',
): Promise<void> {
  const own: string[] = JSON.parse(row.site_ids);
  const siteIds = own.length > 0 ? own : (await store.sites.list()).map(({ id }) => id);
  for (const siteId of siteIds)
    hub.publish({ type: 'entity.changed', siteId, entity: 'asset', id: row.id, change });
}
