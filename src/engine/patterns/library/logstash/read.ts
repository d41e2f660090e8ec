/** Field names of older Logstash, and of the Elastic Common Schema. */
export const GROK_SETS = ['legacy', 'ecs-v1'] as const;
export type GrokSet = (typeof GROK_SETS)[number];

/** `%{NAME:legacy|ecs}` and `(?<legacy|ecs>`; an empty side captures nothing. */
const CHOICE = /%\{(\w+):([^{}|]*)\|([^{}|]*)\}|\(\?<([\w.:-]*)\|([\w.:-]*)>/g;
const LINE = /^(?:(legacy|ecs)> )?(\w+) (.+)$/;

const choose = (text: string, side: 0 | 1): string =>
  text.replace(CHOICE, (_whole, name: string | undefined, ...rest: (string | undefined)[]) => {
    const field = (name === undefined ? rest[2 + side] : rest[side]) ?? '';
    if (name === undefined) return field === '' ? '(?:' : `(?<${field}>`;
    return field === '' ? `%{${name}}` : `%{${name}:${field}}`;
  });

/**
 * Reads lines of `NAME pattern`; one that starts with `legacy>` or `ecs>` belongs to that set alone. A line
 * that starts with two spaces continues the pattern.
 */
export function readPatterns(text: string, set: GrokSet): [name: string, pattern: string][] {
  const side = set === 'legacy' ? 0 : 1;
  return text
    .replace(/\n {2}/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): [string, string][] => {
      const [, only, name, pattern] = LINE.exec(line) ?? [];
      if (name === undefined || pattern === undefined) throw new Error(`Not a pattern line: ${line}`);
      if (only !== undefined && only !== (side === 0 ? 'legacy' : 'ecs')) return [];
      return [[name, choose(pattern, side)]];
    });
}

/**
 * Tab-separated columns: `TYPE:field`, or `TYPE` alone. With `-` before it the column may hold a lone dash,
 * with `~` the word `(empty)`, which is not captured.
 */
export const readColumns = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((column) => {
      const reference = `%{${column.replace(/^[-~]/, '')}}`;
      if (column.startsWith('-')) return `(?:-|${reference})`;
      return column.startsWith('~') ? `(?:\\(empty\\)|${reference})` : reference;
    })
    .join('\\t');
