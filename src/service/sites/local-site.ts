import type { Store } from '../store/index.ts';

export async function ensureLocalSite(store: Store, id: string, now: number): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await tx.sites.list()).length > 0) return;
    await tx.sites.insert({
      id,
      name: 'Local',
      description: 'Pipelines that run on this machine.',
      status: 'ACTIVE',
      vendor: 'ON_PREMISE',
      engine: 'embedded',
      revision: 1,
      created_at: now,
      updated_at: now,
    });
  });
}
