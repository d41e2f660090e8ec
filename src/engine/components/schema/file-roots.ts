import { delimiter, join, relative, resolve, sep } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Folders that must contain the files of sources and sinks: `PENSTOCK_FILE_ROOTS`, else, with sign-in
 * enabled, the output folder in the data folder. Null allows any folder.
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

/** Compares the path without resolving links. Null when allowed. */
export function pathRefusal(path: string, roots = fileRoots()): string | null {
  if (roots === null || roots.some((root) => isBelow(resolve(path), root))) return null;
  return `must lie in a folder that PENSTOCK_FILE_ROOTS allows: ${roots.join(', ')}`;
}
