import { PatternError } from './error.ts';

const MAX_EXPANDED = 65_536;
const REFERENCE = /%\{([^{}]*)\}/g;

/** Replaces each `%{NAME:field:type}` by its pattern. @throws PatternError */
export function expandGrok(pattern: string, known: ReadonlyMap<string, string>): string {
  let total = 0;
  const expand = (text: string, open: readonly string[]): string =>
    text.replace(REFERENCE, (whole: string, inside: string) => {
      const [name = '', field, type, ...rest] = inside.split(':');
      if (!/^\w+$/.test(name) || rest.length > 0 || field === '')
        throw new PatternError(
          `'${whole}' is not a pattern reference; write %{NAME}, %{NAME:field} or %{NAME:field:int}`,
        );
      if (type !== undefined && type !== 'int' && type !== 'float' && type !== 'string')
        throw new PatternError(`'${whole}' has the type '${type}'; int, float and string can be used`);
      const definition = known.get(name);
      if (definition === undefined) throw new PatternError(unknownText(name, known));
      if (open.includes(name))
        throw new PatternError(`The pattern ${name} contains itself (${[...open, name].join(' → ')})`);
      const body = expand(definition, [...open, name]);
      total += body.length;
      if (total > MAX_EXPANDED * 8 || body.length > MAX_EXPANDED)
        throw new PatternError(
          'The grok pattern is too large once its parts are written out; make it simpler',
        );
      return field === undefined ? `(?:${body})` : `(?<${field}${type ? `:${type}` : ''}>${body})`;
    });
  return expand(pattern, []);
}

function unknownText(name: string, known: ReadonlyMap<string, string>): string {
  const typed = name.toUpperCase();
  const near = [...known.keys()]
    .map((candidate) => {
      const upper = candidate.toUpperCase();
      // Prefer completing an unfinished name over changing a letter.
      const begins = typed.length >= 3 && upper.startsWith(typed);
      return { candidate, distance: begins ? 0 : editDistance(typed, upper) };
    })
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, 5)
    .map(({ candidate }) => candidate);
  const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : '; define it or use a shipped one';
  return `There is no grok pattern named '${name}'${hint}`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
