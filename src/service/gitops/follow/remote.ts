import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GitFiles } from '../files.ts';
import type { ProviderSettings } from '../providers/open.ts';
import { openRepository } from '../repository.ts';
import { findPack, requireSoundPack } from './pack.ts';
import { RemoteProblem } from './problem.ts';
import { loadGit, openTransport, type RemoteAccess, toProblem } from './transport.ts';

export type RemoteSettings = RemoteAccess & {
  branch: string;
  path: string;
  provider?: ProviderSettings | undefined;
};

export type Copy = { gitdir: string; fs: GitFiles };

export const branchMissing = (branch: string): RemoteProblem =>
  new RemoteProblem(
    `The repository has no branch '${branch}'`,
    'Push the branch, or correct its name in the site',
  );

/**
 * Head of the branch; stores nothing.
 * @throws RemoteProblem
 */
export async function readRemoteHead(settings: RemoteSettings): Promise<string> {
  const { branch } = settings;
  const ref = `refs/heads/${branch}`;
  const refs = await openTransport(settings).listRefs('git-upload-pack');
  const found = refs.find((one) => one.ref === ref);
  if (found) return found.oid;
  throw branchMissing(branch);
}

/** [pkt-line](https://git-scm.com/docs/gitprotocol-common) of Git's protocol. */
export const packet = (line: string): string => (line.length + 4).toString(16).padStart(4, '0') + line;

/**
 * Fetches a commit with its missing history, in one request of Git's protocol.
 * @param known a local commit, or empty
 * @throws RemoteProblem
 */
export async function fetchCommit(
  { gitdir, fs }: Copy,
  access: RemoteAccess,
  commit: string,
  known: string,
): Promise<void> {
  const git = await loadGit();
  const copy = openRepository(gitdir, fs);
  if (!(await copy.exists())) {
    await mkdir(dirname(gitdir), { recursive: true, mode: 0o700 });
    await copy.create();
  }
  const isKnown = known !== '' && (await copy.readCommit(known)) !== undefined;
  const asked = [
    packet(`want ${commit} side-band-64k ofs-delta agent=penstock\n`),
    '0000',
    ...(isKnown ? [packet(`have ${known}\n`)] : []),
    packet('done\n'),
  ].join('');
  const answer = await openTransport(access).request('git-upload-pack', Buffer.from(asked));
  const pack = findPack(answer);
  if (!pack) throw new RemoteProblem('The Git server sent no objects', 'Check the repository with git fsck');
  requireSoundPack(pack);
  const folder = join(gitdir, 'objects', 'pack');
  await mkdir(folder, { recursive: true });
  const name = `pack-${pack.subarray(-20).toString('hex')}.pack`;
  await fs.promises.writeFile(join(folder, name), pack);
  await git
    .indexPack({ fs, dir: gitdir, gitdir, filepath: `objects/pack/${name}` })
    .catch((error: unknown) => Promise.reject(toProblem(error)));
}

export async function comesAfter({ gitdir, fs }: Copy, later: string, earlier: string): Promise<boolean> {
  if (later === earlier) return true;
  const git = await loadGit();
  return git.isDescendent({ fs, gitdir, oid: later, ancestor: earlier, depth: -1 }).catch(() => false);
}
