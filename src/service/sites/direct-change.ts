import type { CallId } from '../../contract/calls/index.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { definesPipelines, directChangeRefusal, directLookupRefusal } from '../../contract/managed-site.ts';
import type { Principal } from '../auth/permissions.ts';
import { findNamedSites } from '../auth/site-scope.ts';
import { readFileUsers } from '../files/users.ts';
import type { Services } from '../services.ts';
import { readGitSettings } from './git.ts';

export class DirectChange extends ContractError {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

type Asked = { path: unknown; query: unknown; body: unknown };

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const FILE_CHANGES: readonly CallId[] = ['createAsset', 'replaceAsset', 'deleteAsset'];
const isFileChange = (call: CallId): boolean => FILE_CHANGES.includes(call);

/**
 * A site's own lookup table is in its repository. Shared ones are in none, but change what runs on each site.
 * @throws DirectChange
 */
async function requireDirectFile(services: Services, call: CallId, given: unknown): Promise<void> {
  const { flags, store, catalogue } = services;
  const stored = call === 'createAsset' ? undefined : await store.assets.find(String(member(given, 'id')));
  const type = stored?.asset_type ?? member(given, 'assetType');
  if (type !== 'LOOK_UP_DATA') return;
  const sites = await store.sites.list();
  const named = stored ? JSON.parse(stored.site_ids) : (member(given, 'siteIds') ?? []);
  const own = sites.filter(({ id }) => named.length === 0 || named.includes(id));
  if (own.length === 1) {
    const refusal = own.map((row) =>
      directLookupRefusal({ name: row.name, ...readGitSettings(flags, row) }),
    )[0];
    if (refusal !== undefined) throw new DirectChange(refusal);
    return;
  }
  const users = stored ? ((await readFileUsers(catalogue, store)).get(stored.name) ?? []) : [];
  const managed = sites.find(
    (row) => users.some(({ siteId }) => siteId === row.id) && readGitSettings(flags, row).managedByGit,
  );
  if (managed)
    throw new DirectChange(
      `Several sites have '${stored?.name}', and site '${managed.name}', which uses it, is managed by Git: an API key changes it`,
    );
}

/**
 * Refuses direct changes on a git-managed site, except dry runs and API keys.
 * @throws DirectChange
 */
export async function requireDirect(
  services: Services,
  principal: Principal | undefined,
  call: CallId,
  asked: Asked,
): Promise<void> {
  const { flags, store, captures } = services;
  if (!flags.includes('gitOps') || principal?.keyId !== undefined) return;
  if (isFileChange(call)) return requireDirectFile(services, call, asked.body ?? asked.path);
  const action = member(asked.body, 'action') as PipelineAction | undefined;
  if (!definesPipelines(call, action) || member(asked.query, 'dryRun') === true) return;
  for (const siteId of await findNamedSites({ tx: store, captures }, asked)) {
    const row = await store.sites.find(siteId);
    const refusal =
      row && directChangeRefusal({ name: row.name, ...readGitSettings(flags, row) }, call, action);
    if (refusal !== undefined) throw new DirectChange(refusal);
  }
}
