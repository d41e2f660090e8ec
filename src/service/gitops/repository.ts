import { join } from 'node:path';
import type { TreeEntry } from 'isomorphic-git';
import type { GitFiles } from './files.ts';

export const MAIN = 'main';
export const FOLDERS = {
  PIPELINE: 'pipelines',
  SOURCE: 'sources',
  SINK: 'destinations',
  LOOKUP: 'lookups',
} as const;
export type FileKind = keyof typeof FOLDERS;
const BRANCHES = 'change-requests';

export const branchOf = (changesetId: string): string => `${BRANCHES}/${changesetId}`;

export type FileChanges = {
  /** Texts by path; pipelines have no folder. */
  put: ReadonlyMap<string, string>;
  remove: readonly string[];
  readme?: string;
};

export type CommitRequest = FileChanges & {
  /** Parent commit; undefined for none. */
  onto: string | undefined;
  parents: string[];
  message: string;
  author: { name: string; email: string };
  at: number;
  sign?: (payload: string) => string;
};

export type CommitFacts = {
  id: string;
  parents: string[];
  message: string;
  author: string;
  email: string;
  at: number;
};

/** A bare repository. Executes nothing: no hooks, no foreign configuration, no network. */
export type GitRepository = {
  exists(): Promise<boolean>;
  /** Atomic. */
  create(): Promise<void>;
  readBranch(name: string): Promise<string | undefined>;
  writeBranch(name: string, commit: string): Promise<void>;
  deleteBranch(name: string): Promise<void>;
  listRequestBranches(): Promise<string[]>;
  readCommit(id: string): Promise<CommitFacts | undefined>;
  /** Object ids by path. @param kind pipelines by default */
  listFiles(commit: string, kind?: FileKind): Promise<Map<string, string>>;
  readFile(commit: string, path: string): Promise<string | undefined>;
  hashText(text: string): Promise<string>;
  /** Stores a commit without a branch. */
  commit(request: CommitRequest): Promise<string>;
};

/** Pipelines have no folder. */
export const toPath = (kind: FileKind, name: string): string =>
  kind === 'PIPELINE' ? name : `${FOLDERS[kind]}/${name}`;

export const kindOfPath = (path: string): FileKind =>
  path.startsWith(`${FOLDERS.SOURCE}/`)
    ? 'SOURCE'
    : path.startsWith(`${FOLDERS.SINK}/`)
      ? 'SINK'
      : path.startsWith(`${FOLDERS.LOOKUP}/`)
        ? 'LOOKUP'
        : 'PIPELINE';

const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const FILE_KINDS = Object.keys(FOLDERS) as FileKind[];

const load = () => import('isomorphic-git');

/** Names are user input; angle brackets and line ends would forge a header. */
export const toHeader = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
  text.replaceAll(/[\u0000-\u001f<>]+/g, ' ').trim() || 'unknown';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'NotFoundError';

async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** @param root folder of the definitions; empty for the repository itself */
export function openRepository(gitdir: string, fs: GitFiles, root = ''): GitRepository {
  const place = { fs, gitdir };
  const below = (path: string): string => (root === '' ? path : `${root}/${path}`);
  const readTree = async (commit: string | undefined, filepath?: string): Promise<TreeEntry[]> => {
    if (commit === undefined) return [];
    const git = await load();
    const at = filepath === undefined ? {} : { filepath };
    return (await orUndefined(git.readTree({ ...place, oid: commit, ...at })))?.tree ?? [];
  };
  const writeBlob = async (text: string) =>
    (await load()).writeBlob({ ...place, blob: new TextEncoder().encode(text) });
  const toEntry = (path: string, oid: string): TreeEntry => ({ mode: '100644', path, oid, type: 'blob' });

  const writeTree = async (tree: Iterable<TreeEntry>): Promise<string> =>
    (await load()).writeTree({ ...place, tree: [...tree] });
  const readEntries = async (onto: string | undefined, path?: string): Promise<Map<string, TreeEntry>> =>
    new Map((await readTree(onto, path)).map((entry) => [entry.path, entry]));

  const buildTree = async ({ onto, put, remove, readme }: CommitRequest): Promise<string> => {
    const entries = await readEntries(onto, root === '' ? undefined : root);
    for (const kind of FILE_KINDS) {
      const folder = FOLDERS[kind];
      const files = await readEntries(onto, below(folder));
      for (const path of remove) if (kindOfPath(path) === kind) files.delete(nameOfPath(path));
      for (const [path, text] of put) {
        if (kindOfPath(path) !== kind) continue;
        const name = nameOfPath(path);
        files.set(name, toEntry(name, await writeBlob(text)));
      }
      entries.delete(folder);
      if (files.size === 0) continue;
      const oid = await writeTree(files.values());
      entries.set(folder, { mode: '040000', path: folder, oid, type: 'tree' });
    }
    if (readme !== undefined) entries.set('README.md', toEntry('README.md', await writeBlob(readme)));
    let oid = await writeTree(entries.values());
    const folders = root === '' ? [] : root.split('/');
    for (let depth = folders.length - 1; depth >= 0; depth -= 1) {
      const path = folders[depth] ?? '';
      const around = await readEntries(onto, depth === 0 ? undefined : folders.slice(0, depth).join('/'));
      around.set(path, { mode: '040000', path, oid, type: 'tree' });
      oid = await writeTree(around.values());
    }
    return oid;
  };

  return {
    exists: async () => {
      try {
        await fs.promises.stat(join(gitdir, 'HEAD'));
        return true;
      } catch {
        return false;
      }
    },
    create: async () => {
      const git = await load();
      const draft = `${gitdir}.new`;
      await fs.promises.rm(draft, { recursive: true, force: true });
      await git.init({ fs, dir: draft, gitdir: draft, bare: true, defaultBranch: MAIN });
      await fs.promises.rename(draft, gitdir);
    },
    readBranch: async (name) => {
      const git = await load();
      return orUndefined(git.resolveRef({ ...place, ref: `refs/heads/${name}` }));
    },
    writeBranch: async (name, value) => {
      const git = await load();
      await git.writeRef({ ...place, ref: `refs/heads/${name}`, value, force: true });
    },
    deleteBranch: async (name) => {
      const git = await load();
      await git.deleteRef({ ...place, ref: `refs/heads/${name}` });
    },
    listRequestBranches: async () => {
      const git = await load();
      const branches = await git.listBranches(place);
      return branches.flatMap((name) =>
        name.startsWith(`${BRANCHES}/`) ? name.slice(BRANCHES.length + 1) : [],
      );
    },
    readCommit: async (id) => {
      const git = await load();
      const found = await orUndefined(git.readCommit({ ...place, oid: id }));
      if (!found) return undefined;
      const { message, author, parent } = found.commit;
      return {
        id,
        parents: parent,
        message: message.trim(),
        author: author.name,
        email: author.email,
        at: author.timestamp * 1000,
      };
    },
    listFiles: async (commit, kind = 'PIPELINE') =>
      new Map(
        (await readTree(commit, below(FOLDERS[kind]))).map(({ path, oid }) => [toPath(kind, path), oid]),
      ),
    readFile: async (commit, path) => {
      const git = await load();
      const filepath = below(`${FOLDERS[kindOfPath(path)]}/${nameOfPath(path)}`);
      const found = await orUndefined(git.readBlob({ ...place, oid: commit, filepath }));
      return found && new TextDecoder().decode(found.blob);
    },
    hashText: async (text) => (await (await load()).hashBlob({ object: text })).oid,
    commit: async (request) => {
      const git = await load();
      const tree = await buildTree(request);
      const { name, email } = request.author;
      const by = { timestamp: Math.floor(request.at / 1000), timezoneOffset: 0 };
      const author = { name: toHeader(name), email: toHeader(email), ...by };
      const committer = { name: 'Penstock', email: 'penstock@localhost', ...by };
      const commit = { message: request.message, tree, parent: request.parents, author, committer };
      const { sign } = request;
      const oid = await git.writeCommit({ ...place, commit });
      if (!sign) return oid;
      const { payload } = await git.readCommit({ ...place, oid });
      return git.writeCommit({ ...place, commit: { ...commit, gpgsig: sign(payload) } });
    },
  };
}
