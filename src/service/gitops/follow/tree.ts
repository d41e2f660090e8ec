import type { TreeEntry } from 'isomorphic-git';
import { getErrorMessage } from '../../../contract/values.ts';
import type { GitFiles } from '../files.ts';
import { FILE_KINDS, type FileKind, FOLDERS } from '../repository.ts';
import { RemoteProblem } from './problem.ts';

const FILES_MAX = 5000;
const FILE_MAX_BYTES = 1024 * 1024;
const ALL_MAX_BYTES = 64 * 1024 * 1024;
const SYMLINK = '120000';
const SUBMODULE = '160000';

export type RemoteFile = { kind: FileKind; path: string; text: string };

const load = () => import('isomorphic-git');

const FORMS = 'Keep definitions in plain files below pipelines, sources and destinations';
const isDefinition = ({ type, path }: TreeEntry): boolean => type === 'blob' && /\.ya?ml$/i.test(path);

function requirePlain({ mode, path }: TreeEntry, folder: string): void {
  // Pushed by anyone, but shown and logged.
  if (/\p{Cc}/u.test(path))
    throw new RemoteProblem(`A file in '${folder}' has a name with control characters`, FORMS);
  const place = `'${folder === '' ? path : `${folder}/${path}`}'`;
  if (mode === SYMLINK) throw new RemoteProblem(`${place} is a symbolic link`, FORMS);
  if (mode === SUBMODULE) throw new RemoteProblem(`${place} is a submodule`, FORMS);
  if (path === '' || path === '.' || path === '..' || path.includes('/') || path.includes('\\'))
    throw new RemoteProblem(`A file in '${folder}' has a name that leads elsewhere`, FORMS);
}

/**
 * Definitions of a commit. Nothing is written to files; links and submodules are refused, other files
 * ignored.
 * @throws RemoteProblem
 */
export async function readRemoteFiles(
  { gitdir, fs }: { gitdir: string; fs: GitFiles },
  commit: string,
  path: string,
): Promise<RemoteFile[]> {
  const git = await load();
  const cache = {};
  const readFolder = async (folder: string): Promise<TreeEntry[] | undefined> => {
    const at = [path, folder].filter((part) => part !== '').join('/');
    try {
      return (await git.readTree({ fs, gitdir, cache, oid: commit, ...(at === '' ? {} : { filepath: at }) }))
        .tree;
    } catch (error) {
      const code = Reflect.get(error as object, 'code');
      if (code === 'NotFoundError') return undefined;
      throw new RemoteProblem(`'${at}' cannot be read: ${getErrorMessage(error)}`, FORMS);
    }
  };
  const root = await readFolder('');
  if (!root)
    throw new RemoteProblem(`The commit has no folder '${path}'`, 'Correct the path in the site, or add it');
  const files: RemoteFile[] = [];
  let total = 0;
  let isAny = false;
  for (const kind of FILE_KINDS) {
    const folder = FOLDERS[kind];
    const entry = root.find((one) => one.path === folder);
    if (!entry) continue;
    requirePlain(entry, path);
    if (entry.type !== 'tree') throw new RemoteProblem(`'${folder}' is a file and no folder`, FORMS);
    isAny = true;
    for (const file of (await readFolder(folder)) ?? []) {
      requirePlain(file, folder);
      // Files moved there would be deleted as missing.
      if (file.type === 'tree' && (await readFolder(`${folder}/${file.path}`))?.some(isDefinition))
        throw new RemoteProblem(
          `'${folder}/${file.path}' holds definitions, which are read from '${folder}' itself alone`,
          `Move them up into '${folder}'`,
        );
      if (!isDefinition(file)) continue;
      if (files.length >= FILES_MAX) throw new RemoteProblem(`The commit has over ${FILES_MAX} files`, FORMS);
      const { blob } = await git.readBlob({ fs, gitdir, cache, oid: file.oid });
      const place = `${folder}/${file.path}`;
      if (blob.length > FILE_MAX_BYTES)
        throw new RemoteProblem(`'${place}' is over ${FILE_MAX_BYTES / 1024 / 1024} MiB`, FORMS);
      total += blob.length;
      if (total > ALL_MAX_BYTES) throw new RemoteProblem('The files of the commit are too large', FORMS);
      files.push({ kind, path: place, text: new TextDecoder().decode(blob) });
    }
  }
  // A wrong path or an emptied branch must not delete everything.
  if (!isAny || files.length === 0)
    throw new RemoteProblem(
      'The commit holds no definitions: there is no file below pipelines, sources or destinations',
      'Correct the path in the site, or push definitions',
    );
  return files;
}
