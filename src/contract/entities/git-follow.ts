import * as z from 'zod/mini';
import { timeSchema } from './common.ts';
import { isSshAddress, parseSshAddress } from './git-address.ts';

/**
 * `WAITING`: not checked yet. `AWAY`: unreachable; the applied commit keeps running. `DRIFTED`: changed past
 * the branch.
 */
export const GIT_FOLLOW_STATES = ['WAITING', 'IN_SYNC', 'APPLYING', 'DRIFTED', 'FAILED', 'AWAY'] as const;
export type GitFollowState = (typeof GIT_FOLLOW_STATES)[number];

/** Unknown texts and times are empty. */
export const gitFollowSchema = z.object({
  state: z.enum(GIT_FOLLOW_STATES),
  since: timeSchema,
  reason: z.string(),
  headCommit: z.string(),
  /** Commit that is stored. */
  appliedCommit: z.string(),
  appliedAt: timeSchema,
  author: z.string(),
  subject: z.string(),
  /** The applied commit is no descendant of the previous one. */
  wasRewritten: z.boolean(),
  checkedAt: timeSchema,
  /** Differences from the applied commit; empty for callers who may not read them all. */
  drift: z.array(z.string()),
  driftCount: z.int(),
  /** Why the provider took no commit status, and advice; retried. */
  statusProblem: z.string(),
});
export type GitFollow = z.infer<typeof gitFollowSchema>;

const BRANCH_MAX_LENGTH = 200;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function isEncrypted(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** Why this address is refused: tokens are never sent unencrypted. */
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

/** API address of the provider, or empty; it receives the access token. */
export function apiAddressRefusal(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (!isEncrypted(text) || !url) return 'API address must begin with https://';
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isBare ? undefined : 'API address must end with the path, and hold no name or password';
}

/** [git check-ref-format](https://git-scm.com/docs/git-check-ref-format), and no leading dash. */
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
