import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import { requireChangeset } from './entities.ts';
import { asRefusal } from './follow/problem.ts';
import { requirePushable } from './follow/push.ts';
import { readRemoteSettings } from './follow/settings.ts';
import { settleRepository } from './settle.ts';

/**
 * Serializes work on pull requests. A followed repository is checked before, to start nothing it would
 * refuse, and gets the branches after.
 * @throws ContractError CONFLICT when it does not answer or refuses
 */
export async function pushing<T>(services: Services, siteId: string, work: () => Promise<T>): Promise<T> {
  const { store, repositories } = services;
  const settings = readRemoteSettings(services, await requireSite(store, siteId));
  if (!settings) return repositories.inTurn(work);
  await asRefusal(requirePushable(settings));
  const done = await repositories.inTurn(work);
  await services.pushRequests(siteId, settings);
  return done;
}

export const pushingOf = async <T>(services: Services, id: string, work: () => Promise<T>): Promise<T> =>
  pushing(services, (await requireChangeset(services.store, id)).row.site_id, work);

/** Updates branches of a site's pull requests, here or remotely. */
export async function settleBranches(services: Services, siteId: string): Promise<void> {
  const { store, repositories } = services;
  if (await repositories.of(siteId).exists())
    await repositories.inTurn(() => settleRepository(services, siteId));
  const settings = readRemoteSettings(services, await requireSite(store, siteId));
  if (settings) await services.pushRequests(siteId, settings);
}
