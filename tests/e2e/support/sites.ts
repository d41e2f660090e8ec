import { join } from 'node:path';
import { createIds } from '../../../src/service/ids.ts';
import { openSqliteStore } from '../../../src/service/store/index.ts';
import { makeTempFolder } from '../../harness/product.ts';

export type StoredSite = { name: string; isActive?: boolean };

/** Written by the service's own store, latest change first: the service itself creates only one site. */
export async function folderWithSites(sites: readonly StoredSite[]): Promise<string> {
  const folder = makeTempFolder();
  const store = await openSqliteStore(join(folder, 'penstock.db'));
  const newId = createIds(Date.now);
  for (const [index, { name, isActive = true }] of sites.entries()) {
    const at = Date.now() - index * 1000;
    await store.sites.insert({
      id: newId('site'),
      name,
      description: '',
      status: isActive ? 'ACTIVE' : 'INACTIVE',
      vendor: 'ON_PREMISE',
      engine: 'embedded',
      revision: 1,
      created_at: at,
      updated_at: at,
    });
  }
  await store.close();
  return folder;
}
