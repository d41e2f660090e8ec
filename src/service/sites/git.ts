import { CALLS } from '../../contract/calls/index.ts';
import { isSshAddress, serverOf } from '../../contract/entities/git-address.ts';
import {
  apiAddressRefusal,
  branchRefusal,
  repositoryAddressRefusal,
  repositoryPathRefusal,
} from '../../contract/entities/git-follow.ts';
import type { Site } from '../../contract/entities/site.ts';
import type { SitePatch } from '../../contract/entities/site-form.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Flag } from '../../contract/flags.ts';
import { permits } from '../auth/permissions.ts';
import { computeFingerprint, makeSshKey, readHostKey, readSshKey } from '../gitops/follow/ssh-key.ts';
import { invalid } from '../http/input.ts';
import { SECRET_BOUND } from '../kept-secrets.ts';
import type { Services } from '../services.ts';
import type { SiteRow } from '../store/schema.ts';

const KEY = 'gitAccessToken';
const TOKEN = 'gitToken';
const WEBHOOK = 'gitWebhookSecret';
const FOLLOWED = 'gitFollowed';
const SSH_KEY = 'gitSshKey';
const HOST_KEY = 'gitHostKey';
const API = 'gitApi';
const SIGNED = 'gitSigned';
const MESSAGE = 'gitMessage';
const FIELDS = [
  ...['gitProvider', 'gitRepo', 'gitBranch', 'gitRepoPath', FOLLOWED, KEY, TOKEN, WEBHOOK],
  ...[SSH_KEY, HOST_KEY, API, SIGNED, MESSAGE],
] as const;
/** Public SSH key, and the server of the host key. */
const PUBLIC_KEY = 'gitPublicKey';
const HOST = 'gitHostKeyOf';
const SIGNING_KEY = 'gitSigningKey';
const SIGNING_PUBLIC_KEY = 'gitSigningPublicKey';
const APPROVAL = 'needsApproval';

type GivenGit = Pick<
  SitePatch,
  | 'managedByGit'
  | 'needsApproval'
  | 'gitProvider'
  | 'gitRepo'
  | 'gitBranch'
  | 'gitRepoPath'
  | 'gitFollowed'
  | 'gitToken'
  | 'gitWebhookSecret'
  | 'gitSshKey'
  | 'gitHostKey'
  | 'gitApi'
  | 'gitSigned'
  | 'gitMessage'
> & {
  gitAccessToken?: string | undefined;
};
type StoredGit = Record<string, unknown>;

const readGit = (row: SiteRow): StoredGit => JSON.parse(row.git);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Never a private key or token; without the flag no site has a repository. */
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
    isFollowed: stored[FOLLOWED] === true,
    isTokenSet: stored[TOKEN] !== undefined,
    isWebhookSecretSet: stored[WEBHOOK] !== undefined,
    publicKey: toText(stored[PUBLIC_KEY]),
    api: toText(stored[API]),
    signingKey: stored[SIGNED] === true ? toText(stored[SIGNING_PUBLIC_KEY]) : '',
    message: toText(stored[MESSAGE]),
    hostKey: stored[HOST_KEY] === undefined ? '' : computeFingerprint(toText(stored[HOST_KEY])),
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
 * SSH needs a key pair, generated if not given, and its server's host key.
 * @throws ContractError VALIDATION_FAILED
 */
function addSsh(git: StoredGit, given: GivenGit, sealer: Services['sealer']): StoredGit {
  const server = serverOf(toText(git.gitRepo));
  const key = given.gitSshKey ? readSshKey(given.gitSshKey) : undefined;
  if (typeof key === 'string') throw invalid([{ field: 'site.gitSshKey', rule: 'ssh_key', message: key }]);
  const hostKey = given.gitHostKey ? readHostKey(given.gitHostKey) : undefined;
  if (given.gitHostKey && !hostKey) {
    const message = 'Host key must be the public key of the server, such as ssh-ed25519 AAAA…';
    throw invalid([{ field: 'site.gitHostKey', rule: 'host_key', message }]);
  }
  const { [SSH_KEY]: former, [HOST_KEY]: pinned, [HOST]: pinnedOf, [PUBLIC_KEY]: shown, ...rest } = git;
  const isReachedBySsh = isSshAddress(toText(git.gitRepo));
  const isWanted = git[FOLLOWED] === true && isReachedBySsh;
  const made = key ?? (isWanted && former === undefined ? makeSshKey() : undefined);
  const kept = former === undefined || !isReachedBySsh ? {} : { [SSH_KEY]: former, [PUBLIC_KEY]: shown };
  return {
    ...rest,
    ...(made
      ? { ...sealer.seal({ [SSH_KEY]: made.privateKey }, [SSH_KEY]), [PUBLIC_KEY]: made.publicKey }
      : kept),
    ...(hostKey
      ? { [HOST_KEY]: hostKey, [HOST]: server }
      : pinned !== undefined && pinnedOf === server
        ? { [HOST_KEY]: pinned, [HOST]: server }
        : {}),
  };
}

/** Created once; removed when signing is turned off. */
function addSigningKey(git: StoredGit, sealer: Services['sealer']): StoredGit {
  const { [SIGNING_KEY]: former, [SIGNING_PUBLIC_KEY]: shown, ...rest } = git;
  if (rest[SIGNED] !== true) return rest;
  if (former !== undefined) return { ...rest, [SIGNING_KEY]: former, [SIGNING_PUBLIC_KEY]: shown };
  const { privateKey, publicKey } = makeSshKey();
  const sealed = sealer.seal({ [SIGNING_KEY]: privateKey }, [SIGNING_KEY]);
  return { ...rest, ...sealed, [SIGNING_PUBLIC_KEY]: publicKey };
}

/**
 * Merges given fields into stored ones; the SSH key is sealed, and kept when omitted. Without the flag
 * nothing changes.
 * @throws ContractError VALIDATION_FAILED
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
  const merged = { ...stored, ...sealer.seal(named, [KEY, TOKEN, WEBHOOK, SSH_KEY]) };
  const kept = Object.fromEntries(
    Object.entries(merged).filter(([name]) => named[name] !== '' && named[name] !== false),
  );
  return {
    managed_by_git: isManaged ? 1 : 0,
    git: JSON.stringify(addSigningKey(addSsh(kept, given, sealer), sealer)),
  };
}

export function readSshKeys({ sealer }: Pick<Services, 'sealer'>, row: SiteRow) {
  const git = sealer.open(readGit(row));
  return { key: toText(git[SSH_KEY]), hostKey: toText(git[HOST_KEY]) };
}

/** Commit template and signing key; the key is in clear, or empty. */
export function readCommitStyle({ sealer }: Pick<Services, 'sealer'>, row: SiteRow) {
  const git = readGit(row);
  const signingKey = git[SIGNED] === true ? toText(sealer.open(git)[SIGNING_KEY]) : '';
  return { template: toText(git[MESSAGE]), signingKey };
}

/** In clear, or empty. */
export const readGitToken = ({ sealer }: Pick<Services, 'sealer'>, row: SiteRow): string =>
  toText(sealer.open(readGit(row))[TOKEN]);

export const readWebhookSecret = ({ sealer }: Pick<Services, 'sealer'>, row: SiteRow): string =>
  toText(sealer.open(readGit(row))[WEBHOOK]);

const nameServers = ({ gitRepo, gitApi }: StoredGit): string =>
  `${serverOf(toText(gitRepo))} ${URL.parse(toText(gitApi))?.origin ?? ''}`;

/**
 * Checks a repository to follow: it can create, change and delete everything a repository holds, and a stored
 * token is bound to its server.
 * @param columns from `toGitColumns`
 * @throws ContractError VALIDATION_FAILED or FORBIDDEN
 */
export function requireFollowable(
  { caller }: Pick<Services, 'caller'>,
  siteId: string,
  columns: Partial<Pick<SiteRow, 'managed_by_git' | 'git'>>,
  former?: SiteRow,
): void {
  if (columns.git === undefined) return;
  const now: StoredGit = JSON.parse(columns.git);
  const before = former ? readGit(former) : {};
  const isKept = JSON.stringify(now[TOKEN]) === JSON.stringify(before[TOKEN]);
  if (now[TOKEN] !== undefined && isKept && nameServers(now) !== nameServers(before)) {
    const message =
      'The access token was given for another server: enter the token of this one, or empty the field';
    throw invalid([{ field: 'site.gitToken', rule: SECRET_BOUND, message }]);
  }
  if (now[FOLLOWED] !== true || columns.managed_by_git !== 1) return;
  const faults = [
    ['gitRepo', repositoryAddressRefusal(toText(now.gitRepo))],
    ['gitBranch', branchRefusal(toText(now.gitBranch))],
    ['gitRepoPath', repositoryPathRefusal(toText(now.gitRepoPath))],
    ['gitApi', apiAddressRefusal(toText(now.gitApi))],
  ].flatMap(([field, message]) =>
    message === undefined ? [] : { field: `site.${field}`, rule: 'followed', message },
  );
  if (faults.length > 0) throw invalid(faults);
  const isSame =
    former?.managed_by_git === 1 &&
    [FOLLOWED, 'gitRepo', 'gitBranch', 'gitRepoPath', HOST_KEY].every(
      (field) => now[field] === before[field],
    );
  if (isSame || !caller) return;
  for (const access of CALLS.syncSite.access.also) {
    const permitted = permits(caller, access, siteId);
    if (permitted !== true) throw new ContractError('FORBIDDEN', `To follow a repository: ${permitted}`);
  }
}
