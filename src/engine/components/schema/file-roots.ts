import { delimiter, join, relative, resolve, sep } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Folders in which files of sources and destinations have to lie: those of `PENSTOCK_FILE_ROOTS`; with sign-in and
 * none named, the folder for output in the data folder. Null when any folder will do.
 */
export function fileRoots(environment: Environment = process.env): readonly string[] | null {
  const { PENSTOCK_FILE_ROOTS: roots, PENSTOCK_AUTH: auth, PENSTOCK_DATA: data } = environment;
  if (roots)
    return roots
      .split(delimiter)
      .filter(Boolean)
      .map((root) => resolve(root));
  if (!auth || auth === 'none') return null;
  return [resolve(join(data || '.penstock', 'output'))];
}

const isBelow = (path: string, root: string): boolean => {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
};

/** Why the path lies where no file may be read or written, as it is written; null when it may. */
export function pathRefusal(path: string, roots = fileRoots()): string | null {
  if (roots === null || roots.some((root) => isBelow(resolve(path), root))) return null;
  return `must lie in a folder that PENSTOCK_FILE_ROOTS allows: ${roots.join(', ')}`;
}
