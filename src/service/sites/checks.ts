import type { PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { permits } from '../auth/permissions.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow, SiteRow } from '../store/schema.ts';

const AT_REST: readonly PipelineStatus[] = ['DEFAULT', 'FAILED', 'PAUSED', 'DELETED'];
const NAMED = 5;

/** Also true while an action is pending. */
export const isRunning = ({ status, pending_action }: PipelineRow): boolean =>
  pending_action !== 'NOP' || !AT_REST.some((rest) => rest === status);

const listed = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

/** @throws ContractError IN_USE with the running pipelines the caller may read */
export async function requireAtRest(
  { caller }: Pick<Services, 'caller'>,
  tx: Repositories,
  site: SiteRow,
): Promise<void> {
  const { rows } = await tx.pipelines.list({ siteIds: [site.id] });
  const running = rows.filter(isRunning).sort((a, b) => a.name.localeCompare(b.name));
  if (running.length === 0) return;
  const what = running.length === 1 ? '1 pipeline runs' : `${running.length} pipelines run`;
  const shown = mayReadNodes(caller, 'TRANSFORM', site.id) ? running : [];
  const names = shown.length > 0 ? `: ${listed(shown.map(({ name }) => name))}` : '';
  throw new ContractError('IN_USE', `${what} on site '${site.name}'${names}. Pause or delete them first`, {
    details: shown.map(({ id, name }) => ({ field: id, rule: 'running', message: name })),
  });
}

/**
 * Without its only site, a role, key or file would belong to every site.
 * @throws ContractError IN_USE naming them; roles and keys only to administrators
 */
export async function requireNamedByNone(
  { caller }: Pick<Services, 'caller'>,
  tx: Repositories,
  site: SiteRow,
): Promise<void> {
  const names = (row: { site_ids: string }): boolean => JSON.parse(row.site_ids).includes(site.id);
  const isShown = permits(caller, { kind: 'admin' }) === true;
  const roles = (await tx.roles.list())
    .filter(names)
    .map(({ name }) => (isShown ? `the role '${name}'` : 'a role'));
  const keys = (await tx.apiKeys.list())
    .filter((key) => key.revoked_at === 0 && names(key))
    .map(({ name }) => (isShown ? `the API key '${name}'` : 'an API key'));
  const files = (await tx.assets.list({})).rows.filter(names).map(({ name }) => `the file '${name}'`);
  const holders = [...roles, ...keys, ...files];
  if (holders.length === 0) return;
  throw new ContractError(
    'IN_USE',
    `Site '${site.name}' is used by ${listed(holders)}. Remove it from them first`,
    { details: holders.map((message) => ({ field: 'siteIds', rule: 'named', message })) },
  );
}

/** @throws ContractError CONFLICT for the only site */
export async function requireAnother(tx: Repositories, site: SiteRow): Promise<void> {
  if ((await tx.sites.list()).length > 1) return;
  throw new ContractError('CONFLICT', `'${site.name}' is the only site; create another one first`);
}
