import type { Services } from '../services.ts';
import type { AssetRow } from '../store/schema.ts';
import { listSitesOf } from './lookups.ts';

/** Notifies the file's sites; all when it names none. */
export async function publishFile(
  { hub, store }: Pick<Services, 'hub' | 'store'>,
  row: AssetRow,
  change: 'created' | 'updated' | 'deleted',
): Promise<void> {
  for (const siteId of await listSitesOf(store, row))
    hub.publish({ type: 'entity.changed', siteId, entity: 'asset', id: row.id, change });
}
