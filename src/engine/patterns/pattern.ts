import { PatternError } from './error.ts';
import { SafeRegExp } from './safe-regexp.ts';
import { type GroupNaming, translate } from './translate.ts';

export { PatternError } from './error.ts';

export const MAX_PATTERN_LENGTH = 4096;

export type PatternFlags = {
  /** ASCII letters only. */
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
};

const keepNames: GroupNaming = (name) => {
  if (name === null) return '(';
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new PatternError(`The group name '${name}' may only have letters, digits and _`);
  return `(?<${name}>`;
};

/**
 * Compiles a pattern for V8's linear engine, so that no text makes it slow; refuses look-around and
 * back-references. The process needs `--enable-experimental-regexp-engine-on-excessive-backtracks`
 * (https://v8.dev/blog/non-backtracking-regexp).
 * @throws PatternError
 */
export function compilePattern(text: string, flags: PatternFlags = {}): SafeRegExp {
  if (text.length > MAX_PATTERN_LENGTH)
    throw new PatternError(
      `The pattern has ${text.length} characters; at most ${MAX_PATTERN_LENGTH} are allowed`,
    );
  const source = translate(text, { ignoreCase: flags.ignoreCase ?? false, naming: keepNames });
  return makeRegExp(source, `${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}`);
}

export type NamedPattern = {
  readonly regexp: RegExp;
  readonly names: readonly string[];
};

/** Like compilePattern, but only named groups capture. @throws PatternError */
export function compileNamed(text: string, flags: PatternFlags = {}): NamedPattern {
  if (text.length > MAX_PATTERN_LENGTH)
    throw new PatternError(
      `The pattern has ${text.length} characters; at most ${MAX_PATTERN_LENGTH} are allowed`,
    );
  const names: string[] = [];
  const source = translate(text, {
    ignoreCase: flags.ignoreCase ?? false,
    naming: (name) => {
      if (name === null) return '(?:';
      keepNames(name);
      if (names.includes(name)) throw new PatternError(`The group name '${name}' appears twice`);
      names.push(name);
      return '(';
    },
  });
  return { regexp: makeRegExp(source, `${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}`), names };
}

export function makeRegExp(source: string, flags: string): SafeRegExp {
  try {
    return new SafeRegExp(source, flags);
  } catch (error) {
    const detail = error instanceof Error ? error.message.split(': ').at(-1) : String(error);
    throw new PatternError(`The pattern is not valid: ${detail}`);
  }
}
