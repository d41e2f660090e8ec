import { TextConstant } from './constants.ts';
import { FieldPathError, MAX_PATH_LENGTH, splitPath } from './path.ts';

/** One name of a path: exact, or the texts between the stars. */
export type GlobName = TextConstant | readonly string[];
/** A field path in which `*` matches any characters within a name. */
export type GlobPath = readonly GlobName[];

/** Stands for `\\*` while a path is split. */
const STAR = '\u{f8ff}';

/** Compiles `http.headers.x-*`; `\\*` is a literal star. @throws FieldPathError */
export function parseGlobPath(text: string): GlobPath {
  if (text.length > MAX_PATH_LENGTH)
    throw new FieldPathError(
      `The field path has ${text.length} characters; at most ${MAX_PATH_LENGTH} are allowed`,
    );
  return splitPath(text.replaceAll('\\*', STAR)).map((name) => {
    if (!name.includes('*')) return new TextConstant(name.replaceAll(STAR, '*'));
    return name.split('*').map((part) => part.replaceAll(STAR, '*'));
  });
}

export const isExact = (path: GlobPath): path is readonly TextConstant[] =>
  path.every((name) => name instanceof TextConstant);

export function matchesGlob(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  const end = text.length - last.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const part = parts[i]!;
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
