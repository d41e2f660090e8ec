import { rolesOfIds } from '../auth/roles.ts';
import { invalid } from '../http/input.ts';
import type { Repositories } from '../store/index.ts';

/** @throws ContractError VALIDATION_FAILED naming the roles or sites there are not */
export async function requireKnownAccess(
  tx: Repositories,
  field: string,
  { roleIds = [], siteIds = [] }: { roleIds?: string[]; siteIds?: string[] },
): Promise<void> {
  const known = (await rolesOfIds(tx, roleIds)).map(({ id }) => id);
  const sites = (await tx.sites.list()).map(({ id }) => id);
  const unknown = [
    ...roleIds.filter((id) => !known.includes(id)).map((id) => `There is no role with the id ${id}`),
    ...siteIds.filter((id) => !sites.includes(id)).map((id) => `There is no site with the id ${id}`),
  ];
  if (unknown.length > 0) throw invalid(unknown.map((message) => ({ field, rule: 'known', message })));
}
