import * as z from 'zod/mini';
import { timeSchema } from './common.ts';
import { isSshAddress, parseSshAddress } from './git-address.ts';

/**
 * `WAITING`: not looked at yet. `AWAY`: the repository does not answer, and what was applied last runs on. `DRIFTED`:
 * something was changed past the branch.
 */
export const GIT_FOLLOW_STATES = ['WAITING', 'IN_SYNC', 'APPLYING', 'DRIFTED', 'FAILED', 'AWAY'] as const;
export type GitFollowState = (typeof GIT_FOLLOW_STATES)[number];

/** How a site stands to the branch that it follows; unknown texts and times are empty. */
export const gitFollowSchema = z.object({
  state: z.enum(GIT_FOLLOW_STATES),
  since: timeSchema,
  /** Why it is so, where it is not in sync. */
  reason: z.string(),
  /** Newest commit seen on the branch. */
  headCommit: z.string(),
  /** What is stored came from it. */
  appliedCommit: z.string(),
  appliedAt: timeSchema,
  /** Of the applied commit. */
  author: z.string(),
  subject: z.string(),
  /** The applied commit did not come after the one before it. */
  wasRewritten: z.boolean(),
  checkedAt: timeSchema,
  /** What differs from the applied commit; empty for whoever may not read all of them. */
  drift: z.array(z.string()),
  /** How many differ. */
  driftCount: z.int(),
  /** Why the provider took no status of the commit, and what to do; it is tried again. */
  statusProblem: z.string(),
});
export type GitFollow = z.infer<typeof gitFollowSchema>;

const BRANCH_MAX_LENGTH = 200;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Or on this machine. */
function isEncrypted(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** Why a followed repository cannot have this address; undefined when it can. A token is never sent in clear. */
export function repositoryAddressRefusal(text: string): string | undefined {
  if (isSshAddress(text))
    return parseSshAddress(text)
      ? undefined
      : 'Repository URL must be git@host:path or ssh://user@host:port/path, of letters, digits and . _ - + ~ /';
  if (!isEncrypted(text))
    return 'Repository URL must begin with https:// or ssh://, or be git@host:path, where Penstock follows it';
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '')
    return 'Repository URL holds a name or password: give the token in its own field';
  return url.search === '' && url.hash === '' ? undefined : 'Repository URL must end with the path';
}

/** The address of a provider's API, or empty; the access token goes there. */
export function apiAddressRefusal(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (!isEncrypted(text) || !url) return 'API address must begin with https://';
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isBare ? undefined : 'API address must end with the path, and hold no name or password';
}

/** Git's own rules for names of branches, and no leading dash. */
export function branchRefusal(name: string): string | undefined {
  const isFit =
    name.length <= BRANCH_MAX_LENGTH &&
    /^[\w.+@=%/-]+$/.test(name) &&
    !/^[-/.]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$/.test(name);
  return isFit ? undefined : 'Branch is no name that Git allows';
}

export function repositoryPathRefusal(path: string): string | undefined {
  if (path === '') return undefined;
  const isFit = path.split('/').every((part) => /^[\w][\w .+-]*$/.test(part));
  return isFit ? undefined : "Path must name a folder inside the repository, such as 'sites/paris'";
}
