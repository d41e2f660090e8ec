/** Control characters, which terminals interpret, except tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Event or name text, safe for a terminal. */
export const shown = (text: string): string =>
  text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const oneLine = (text: string): string => shown(text).replace(/[\t\n]+/g, ' ');

/** Aligns rows under their titles, two spaces between columns. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [titles, ...rows].map((row) => row.map(oneLine));
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${cells.map(line).join('\n')}\n`;
}

/** Labels and values, one per line. */
export const facts = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...entries.map(([label]) => label.length));
  return entries.map(([label, value]) => `${label.padEnd(width)}  ${shown(value)}\n`).join('');
};

/** Escapes control characters that JSON leaves as they are. */
export const jsonText = (value: unknown): string => `${shown(JSON.stringify(value, null, 2))}\n`;
