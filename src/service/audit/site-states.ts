import { formatTime } from '../clock.ts';
import type { Repositories } from '../store/index.ts';
import { type AuditState, markSecret, type StateTools } from './state.ts';

export async function readSiteState(
  { sealer }: Pick<StateTools, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.sites.find(id);
  if (!row) return undefined;
  const { name, description, vendor, status } = row;
  const { gitAccessToken, gitToken, gitWebhookSecret, gitSshKey, gitSigningKey, ...git } = sealer.open(
    JSON.parse(row.git),
  );
  const secrets = Object.fromEntries(
    Object.entries({ gitAccessToken, gitToken, gitWebhookSecret, gitSshKey, gitSigningKey }).flatMap(
      ([field, value]) => (value === undefined ? [] : [[field, markSecret(sealer, JSON.stringify(value))]]),
    ),
  );
  const managed = { managedByGit: row.managed_by_git === 1, ...git, ...secrets };
  return { entity: 'site', name, siteId: id, fields: { name, description, vendor, status, ...managed } };
}

export async function readSavingPriceState(
  tx: Repositories,
  siteId: string,
): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.savingPrices.find(siteId)]);
  if (!site || !row) return undefined;
  const pricePerGigabyte = row.is_set === 1 ? row.price_per_gigabyte : null;
  return { entity: 'site', name: site.name, siteId, fields: { pricePerGigabyte, currency: row.currency } };
}

/** Only that token and credential exist. */
export async function readRemoteEngineState(
  tx: Repositories,
  siteId: string,
): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.remoteEngines.find(siteId)]);
  if (!site || !row) return undefined;
  const joinToken =
    row.token_hash === ''
      ? 'none'
      : row.token_used_at > 0
        ? `used ${formatTime(row.token_used_at)}`
        : `expires ${formatTime(row.token_expires_at)}`;
  return {
    entity: 'site',
    name: site.name,
    siteId,
    fields: { joinToken, hasEngine: row.credential_hash !== '' },
  };
}
