import { ContractError } from '../contract/errors.ts';
import type { Repositories } from './store/index.ts';
import type { SiteRow } from './store/schema.ts';

export const notFound = (what: string, id: string): ContractError =>
  new ContractError('NOT_FOUND', `There is no ${what} with the id ${id}`);

/** @throws ContractError NOT_FOUND */
export async function requireSite(tx: Repositories, siteId: string): Promise<SiteRow> {
  const site = await tx.sites.find(siteId);
  if (!site) throw notFound('site', siteId);
  return site;
}

/** @throws ContractError ACTION_REFUSED with the reason, if any */
export function requireAllowed(refusal: string | undefined): void {
  if (refusal !== undefined) throw new ContractError('ACTION_REFUSED', refusal);
}

/** @throws ContractError STALE_VERSION with the stored version, unless the write forces */
export function requireVersion(ifMatch: number | '*', stored: number, current: () => unknown): void {
  if (ifMatch === '*' || ifMatch === stored) return;
  throw new ContractError(
    'STALE_VERSION',
    `Someone saved version ${stored} in the meantime; you changed version ${ifMatch}. Read the newest version, and make your change there`,
    { current: current() },
  );
}

/** @throws ContractError NAME_TAKEN */
export function requireFreeName(taken: unknown, field: string, message: string): void {
  if (!taken) return;
  throw new ContractError('NAME_TAKEN', message, { details: [{ field, rule: 'unique', message }] });
}
