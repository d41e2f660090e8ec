import type { CallId } from '../../contract/calls/index.ts';
import type { Site } from '../../contract/entities/site.ts';
import type { SitePatch } from '../../contract/entities/site-form.ts';
import type { PipelineAction } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Flag } from '../../contract/flags.ts';
import { definesPipelines, directChangeRefusal } from '../../contract/managed-site.ts';
import type { Principal } from '../auth/permissions.ts';
import { findNamedSites } from '../auth/site-scope.ts';
import { invalid } from '../http/input.ts';
import type { Services } from '../services.ts';
import type { SiteRow } from '../store/schema.ts';

const KEY = 'gitAccessToken';
const FIELDS = ['gitProvider', 'gitRepo', 'gitBranch', 'gitRepoPath', KEY] as const;
const APPROVAL = 'needsApproval';

type GivenGit = Pick<
  SitePatch,
  'managedByGit' | 'needsApproval' | 'gitProvider' | 'gitRepo' | 'gitBranch' | 'gitRepoPath'
> & {
  gitAccessToken?: string | undefined;
};
type StoredGit = Record<string, unknown>;

const readGit = (row: SiteRow): StoredGit => JSON.parse(row.git);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Never the SSH key; without the flag no site has a repository. */
export function readGitSettings(
  flags: readonly Flag[],
  row: SiteRow,
): Pick<Site, 'managedByGit' | 'needsApproval' | 'git'> {
  const { [APPROVAL]: approval, ...stored } = readGit(row);
  const needsApproval = flags.includes('gitOps') && approval === true;
  if (!flags.includes('gitOps') || Object.keys(stored).length === 0)
    return { managedByGit: flags.includes('gitOps') && row.managed_by_git === 1, needsApproval, git: null };
  const git = {
    provider: toText(stored.gitProvider),
    repo: toText(stored.gitRepo),
    branch: toText(stored.gitBranch),
    path: toText(stored.gitRepoPath),
    isKeySet: stored[KEY] !== undefined,
  };
  return { managedByGit: row.managed_by_git === 1, needsApproval, git };
}

/** @throws ContractError VALIDATION_FAILED naming the first Git field while the flag is off */
export function requireGitOps(flags: readonly Flag[], given: GivenGit): void {
  if (flags.includes('gitOps')) return;
  const field = (['managedByGit', APPROVAL, ...FIELDS] as const).find((name) => given[name]);
  if (field === undefined) return;
  const message =
    'Sites are not managed by Git here: the feature flag gitOps is off; set PENSTOCK_FLAGS=gitOps and start again';
  throw invalid([{ field: `site.${field}`, rule: 'git_ops', message }]);
}

/**
 * Merges given fields into the stored ones; the SSH key is sealed, and kept when none is given. Without the
 * flag nothing changes.
 */
export function toGitColumns(
  { flags, sealer }: Pick<Services, 'flags' | 'sealer'>,
  given: GivenGit,
  former?: SiteRow,
): Partial<Pick<SiteRow, 'managed_by_git' | 'git'>> {
  if (!flags.includes('gitOps')) return {};
  const stored = former ? readGit(former) : {};
  const isManaged = given.managedByGit ?? former?.managed_by_git === 1;
  const named = Object.fromEntries(
    ([APPROVAL, ...FIELDS] as const).flatMap((name) =>
      given[name] === undefined ? [] : [[name, given[name]]],
    ),
  );
  const merged = { ...stored, ...sealer.seal(named, [KEY]) };
  // Empty fields are removed.
  const kept = Object.fromEntries(
    Object.entries(merged).filter(([name]) => named[name] !== '' && named[name] !== false),
  );
  return { managed_by_git: isManaged ? 1 : 0, git: JSON.stringify(kept) };
}

export class DirectChange extends ContractError {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

type Asked = { path: unknown; query: unknown; body: unknown };

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * Refuses direct changes on a git-managed site, except dry runs and API keys.
 * @throws DirectChange
 */
export async function requireDirect(
  { flags, store, captures }: Services,
  principal: Principal | undefined,
  call: CallId,
  asked: Asked,
): Promise<void> {
  if (!flags.includes('gitOps') || principal?.keyId !== undefined) return;
  const action = member(asked.body, 'action') as PipelineAction | undefined;
  if (!definesPipelines(call, action) || member(asked.query, 'dryRun') === true) return;
  for (const siteId of await findNamedSites({ tx: store, captures }, asked)) {
    const row = await store.sites.find(siteId);
    const refusal =
      row && directChangeRefusal({ name: row.name, ...readGitSettings(flags, row) }, call, action);
    if (refusal !== undefined) throw new DirectChange(refusal);
  }
}
