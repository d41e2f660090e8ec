import { PatternError } from './error.ts';
import { SafeRegExp } from './safe-regexp.ts';
import { type GroupNaming, translate } from './translate.ts';

export { PatternError } from './error.ts';

export const MAX_PATTERN_LENGTH = 4096;

export type PatternFlags = {
  /** For ASCII letters. */
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
 * Compiles a pattern that V8's linear engine can run, so that no text makes it slow (the process must be
 * started with `--enable-experimental-regexp-engine-on-excessive-backtracks`). Look-around and
 * back-references are refused. Throws PatternError.
 */
export function compilePattern(text: string, flags: PatternFlags = {}): RegExp {
  if (text.length > MAX_PATTERN_LENGTH)
    throw new PatternError(
      `The pattern has ${text.length} characters; at most ${MAX_PATTERN_LENGTH} are allowed`,
    );
  const source = translate(text, { ignoreCase: flags.ignoreCase ?? false, naming: keepNames });
  return makeRegExp(source, `${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}`);
}

/** Builds the regular expression of a translated source. */
export function makeRegExp(source: string, flags: string): RegExp {
  try {
    return new SafeRegExp(source, flags);
  } catch (error) {
    const detail = error instanceof Error ? error.message.split(': ').at(-1) : String(error);
    throw new PatternError(`The pattern is not valid: ${detail}`);
  }
}
