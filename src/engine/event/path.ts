import { MESSAGE, ORIGIN, TextConstant } from './constants.ts';

export type Path = readonly TextConstant[];

export const MAX_PATH_DEPTH = 32;
export const MAX_PATH_LENGTH = 1024;
export const MESSAGE_PATH: Path = [MESSAGE];

/** The message says where, and what to write instead. */
export class FieldPathError extends Error {
  override readonly name = 'FieldPathError';
}

/**
 * The names of `a.b.c`; `\.` is a dot and `\\` a backslash inside a name, `\@` an @ at its start. @throws
 * FieldPathError
 */
export function splitPath(text: string): string[] {
  if (text === '') throw new FieldPathError('The field path is empty; write a field name such as user.name');
  if (text.length > MAX_PATH_LENGTH)
    throw new FieldPathError(
      `The field path has ${text.length} characters; at most ${MAX_PATH_LENGTH} are allowed`,
    );
  const names: string[] = [];
  let name = '';
  for (let i = 0; i < text.length; i++) {
    const ch = text[i]!;
    if (ch === '\\') {
      const next = text[i + 1];
      if (next !== '.' && next !== '\\' && (next !== '@' || i > 0))
        throw new FieldPathError(
          `The field path '${text}' has a lone backslash at character ${i + 1}; write \\\\ for a backslash or \\. for a dot in a name`,
        );
      name += next;
      i++;
    } else if (ch === '.') {
      names.push(name);
      name = '';
    } else name += ch;
  }
  names.push(name);
  const empty = names.indexOf('');
  if (empty >= 0)
    throw new FieldPathError(
      `The field path '${text}' has an empty name at level ${empty + 1}; write \\. for a dot inside a name`,
    );
  if (names.length > MAX_PATH_DEPTH)
    throw new FieldPathError(
      `The field path has ${names.length} levels; at most ${MAX_PATH_DEPTH} are allowed`,
    );
  return names;
}

export const createPath = (...names: string[]): Path => names.map((name) => new TextConstant(name));

/** `@origin` and names below it refer to the event's origin. @throws FieldPathError */
export function parsePath(text: string): Path {
  const path = createPath(...splitPath(text));
  return isOfOrigin(text) ? [ORIGIN, ...path.slice(1)] : path;
}

const isOfOrigin = (text: string): boolean => text === ORIGIN.text || text.startsWith(`${ORIGIN.text}.`);

/** Like parsePath, for a field to write. @throws FieldPathError */
export function parseTargetPath(text: string): Path {
  const path = parsePath(text);
  if (path[0] === ORIGIN)
    throw new FieldPathError(
      `${text} says where an event came from and cannot be changed; choose another field, or write \\${text} for a field of that name`,
    );
  return path;
}

export function formatPath(names: readonly string[]): string {
  const text = names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');
  return isOfOrigin(text) ? `\\${text}` : text;
}

/** Paths to keep, as a tree; null keeps the whole value. */
export type KeepTree = {
  readonly keys: readonly TextConstant[];
  readonly below: readonly (KeepTree | null)[];
};

export function keepTree(paths: readonly Path[]): KeepTree {
  const heads = new Map<string, Path[]>();
  for (const path of paths) {
    const head = path[0];
    if (head && head !== ORIGIN) heads.set(head.text, [...(heads.get(head.text) ?? []), path.slice(1)]);
  }
  return {
    keys: [...heads.keys()].map((name) => new TextConstant(name)),
    below: [...heads.values()].map((rest) =>
      rest.some((path) => path.length === 0) ? null : keepTree(rest),
    ),
  };
}
