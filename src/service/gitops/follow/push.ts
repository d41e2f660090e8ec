import { openRepository } from '../repository.ts';
import { RemoteProblem } from './problem.ts';
import { type Copy, packet, type RemoteSettings } from './remote.ts';
import { loadGit, openTransport } from './transport.ts';

const NOTHING = '0'.repeat(40);
const COMMITS_MAX = 1000;

export type BranchUpdate = {
  branch: string;
  /** Known remote commit; undefined before the first push. */
  from: string | undefined;
  /** Undefined deletes it. */
  to: string | undefined;
  known: readonly string[];
};

/** `at`: the commit it has instead. */
export type Pushed = { isDone: true } | { isDone: false; at: string | undefined };

async function listNewObjects(
  { gitdir, fs }: Copy,
  to: string,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const git = await loadGit();
  const copy = openRepository(gitdir, fs);
  const cache = {};
  const walk = async (oid: string, found: Set<string>, there: ReadonlySet<string>): Promise<void> => {
    if (found.has(oid) || there.has(oid)) return;
    found.add(oid);
    const { tree } = await git.readTree({ fs, gitdir, cache, oid });
    for (const { type, oid: inside } of tree) {
      if (type === 'tree') await walk(inside, found, there);
      else if (type === 'blob' && !there.has(inside)) found.add(inside);
    }
  };
  const readTreeId = async (oid: string) => (await git.readCommit({ fs, gitdir, cache, oid })).commit.tree;
  const there = new Set<string>();
  const commits = new Set<string>();
  const waiting = [to];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (commits.has(id)) continue;
    if (known.has(id)) {
      await walk(await readTreeId(id), there, new Set());
      continue;
    }
    const commit = await copy.readCommit(id);
    if (!commit || commits.size >= COMMITS_MAX)
      throw new RemoteProblem(
        'The copy of the repository has not all that is to be pushed',
        'Synchronize the site, then raise the change again',
      );
    commits.add(id);
    waiting.push(...commit.parents);
  }
  const found = new Set<string>();
  for (const id of commits) await walk(await readTreeId(id), found, there);
  return [...commits, ...found];
}

const listRefs = async (settings: RemoteSettings): Promise<Map<string, string>> => {
  const refs = await openTransport(settings).listRefs('git-receive-pack');
  return new Map(refs.map(({ ref, oid }) => [ref, oid]));
};

/**
 * Checks without changes whether a push would be accepted.
 * @throws RemoteProblem
 */
export async function requirePushable(settings: RemoteSettings): Promise<void> {
  await listRefs(settings);
}

/** The server's report on the branch; undefined when accepted. */
function readRefusal(answer: string, ref: string): string | undefined {
  const lines = answer.split('\n').map((line) => line.replace(/^[0-9a-f]{4}/, ''));
  if (lines.some((line) => line.startsWith(`ok ${ref}`) || line.includes(`ok ${ref}`))) return undefined;
  const refused = lines.find((line) => line.includes(`ng ${ref}`));
  const unpacked = lines.find((line) => line.includes('unpack ') && !line.includes('unpack ok'));
  return (
    refused?.slice(refused.indexOf(`ng ${ref}`) + `ng ${ref}`.length).trim() ||
    unpacked?.trim() ||
    'it said nothing of the branch'
  ).slice(0, 200);
}

/**
 * Moves a remote branch from one commit to another; never overwrites others' pushes, and recognizes its own
 * earlier push.
 * @throws RemoteProblem when the server does not answer or refuses
 */
export async function pushBranch(
  copy: Copy,
  settings: RemoteSettings,
  { branch, from, to, known }: BranchUpdate,
): Promise<Pushed> {
  const ref = `refs/heads/${branch}`;
  const transport = openTransport(settings);
  const refs = await listRefs(settings);
  const at = refs.get(ref);
  if (at === to) return { isDone: true };
  if (at !== from) return { isDone: false, at };
  const parts = [
    Buffer.from(packet(`${from ?? NOTHING} ${to ?? NOTHING} ${ref}\0 report-status agent=penstock\n`)),
    Buffer.from('0000'),
  ];
  if (to !== undefined) {
    const git = await loadGit();
    const oids = await listNewObjects(copy, to, new Set([...refs.values(), ...known]));
    const { packfile } = await git.packObjects({ fs: copy.fs, gitdir: copy.gitdir, oids });
    parts.push(Buffer.from(packfile ?? []));
  }
  const answer = await transport.request('git-receive-pack', Buffer.concat(parts));
  const refusal = readRefusal(answer.toString('latin1'), ref);
  if (refusal === undefined) return { isDone: true };
  const now = (await listRefs(settings)).get(ref);
  if (now !== from) return now === to ? { isDone: true } : { isDone: false, at: now };
  throw new RemoteProblem(
    `The Git server refused the branch '${branch}': ${refusal}`,
    `Let the ${transport.credential} push to it, or withdraw the pull request and make the change in the repository`,
  );
}
