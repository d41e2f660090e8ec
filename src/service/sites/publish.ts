import type { Services } from '../services.ts';

/** Every site shows the list of sites. */
export async function publishSite(
  { store, hub }: Pick<Services, 'store' | 'hub'>,
  id: string,
  change: 'created' | 'updated' | 'deleted',
): Promise<void> {
  for (const { id: siteId } of await store.sites.list())
    hub.publish({ type: 'entity.changed', siteId, entity: 'site', id, change });
}
