import { PatternError } from './error.ts';
import { expandGrok } from './expand.ts';
import { type GrokSet, getGrokLibrary, isLinePattern } from './library/index.ts';
import { MAX_PATTERN_LENGTH, makeRegExp } from './pattern.ts';
import { translate } from './translate.ts';

export type GrokType = 'string' | 'int' | 'float';
export type GrokField = { readonly name: string; readonly type: GrokType };

export type Grok = {
  /** The field of each capture in order. For duplicate names, the first capture that matched wins. */
  readonly fields: readonly GrokField[];
  readonly regexp: RegExp;
  /**
   * Texts of `fields` (undefined where unmatched), owned by the caller; null when the text does not match.
   */
  match(text: string): (string | undefined)[] | null;
};

/** The longest shipped line, Nagios, has 130. */
const MAX_FIELDS = 200;

/**
 * Compiles `%{NAME}`, `%{NAME:field}`, `%{NAME:field:int|float}` and `(?<field>…)`; a nested field is `a.b`
 * or `[a][b]`. `definitions` add to or replace the shipped patterns of the set. Matches anywhere in the text,
 * unless the pattern starts with ^ or a shipped line pattern.
 * @throws PatternError naming an unknown pattern and similar ones
 */
export function compileGrok(
  pattern: string,
  definitions: Readonly<Record<string, string>> = {},
  set: GrokSet = 'legacy',
): Grok {
  if (pattern === '')
    throw new PatternError('The grok pattern is empty; write for example %{COMBINEDAPACHELOG}');
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternError(
      `The grok pattern has ${pattern.length} characters; at most ${MAX_PATTERN_LENGTH} are allowed`,
    );
  const own = Object.entries(definitions);
  const library = getGrokLibrary(set);
  const known = own.length === 0 ? library : new Map([...library, ...own]);
  const fields: GrokField[] = [];
  const source = translate(expandGrok(pattern, known), {
    ignoreCase: false,
    naming: (name) => {
      if (name === null) return '(?:';
      fields.push(readField(name));
      if (fields.length > MAX_FIELDS)
        throw new PatternError(`The pattern has more than ${MAX_FIELDS} fields`);
      return '(';
    },
  });
  const first = /^%\{(\w+)/.exec(pattern)?.[1];
  const anchored = first !== undefined && isLinePattern(first) && !Object.hasOwn(definitions, first);
  const regexp = makeRegExp(anchored ? `^(?:${source})` : source, '');
  return {
    fields,
    regexp,
    match(text) {
      const found = regexp.exec(text);
      if (found === null) return null;
      found.shift();
      return found;
    },
  };
}

function readField(text: string): GrokField {
  const [, written, type] = /^(.*?)(?::(int|float|string))?$/.exec(text) ?? [];
  const name = written === undefined ? undefined : readReference(written);
  if (!name) throw new PatternError('A named group has no field name; write (?<field>…) or %{NAME:field}');
  if (/[:[\]{}<>\s]/.test(name))
    throw new PatternError(`The field name '${name}' has a character that a field name cannot have`);
  return { name, type: type === 'int' || type === 'float' ? type : 'string' };
}

/** Logstash's `[a][b]` as the path `a.b`. */
const readReference = (text: string): string =>
  /^(?:\[[^[\]]+\])+$/.test(text)
    ? text
        .slice(1, -1)
        .split('][')
        .map((name) => name.replace(/[\\.]/g, '\\$&'))
        .join('.')
    : text;
