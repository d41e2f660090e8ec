import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { type AuditState, secretMark } from './state.ts';

/** The site, with a mark in the place of its SSH key. */
export async function siteState(
  { sealer }: Pick<Services, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.sites.find(id);
  if (!row) return undefined;
  const { name, description, vendor, status } = row;
  const { gitAccessToken, ...git } = sealer.open(JSON.parse(row.git));
  const key =
    gitAccessToken === undefined
      ? {}
      : { gitAccessToken: secretMark(sealer, JSON.stringify(gitAccessToken)) };
  const managed = { managedByGit: row.managed_by_git === 1, ...git, ...key };
  return { entity: 'site', name, siteId: id, fields: { name, description, vendor, status, ...managed } };
}

/** The site with what a gigabyte costs it, once somebody set that. */
export async function savingPriceState(tx: Repositories, siteId: string): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.savingPrices.find(siteId)]);
  if (!site || !row) return undefined;
  const pricePerGigabyte = row.is_set === 1 ? row.price_per_gigabyte : null;
  return { entity: 'site', name: site.name, siteId, fields: { pricePerGigabyte, currency: row.currency } };
}

/** How an engine can join a remote site, and whether one did; nothing of token and credential but that they are. */
export async function remoteEngineState(tx: Repositories, siteId: string): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.remoteEngines.find(siteId)]);
  if (!site || !row) return undefined;
  const joinToken =
    row.token_hash === ''
      ? 'none'
      : row.token_used_at > 0
        ? `used ${toTime(row.token_used_at)}`
        : `expires ${toTime(row.token_expires_at)}`;
  return {
    entity: 'site',
    name: site.name,
    siteId,
    fields: { joinToken, hasEngine: row.credential_hash !== '' },
  };
}
