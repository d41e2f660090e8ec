import { type Fields, formatValue } from './read-fields.ts';

/** An event is one line, so line breaks become spaces. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** https://datatracker.ietf.org/doc/html/rfc4180: line breaks stay, in quotes. */
export function csvCell(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || /["\r\n]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** logfmt names cannot contain spaces, quotes or equals signs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names must not hold them
const logfmtName = (name: string): string => name.replace(/[\s="\u0000-\u001f]+/g, '_') || '_';

// biome-ignore lint/suspicious/noControlCharactersInRegex: such values must be quoted
const NEEDS_QUOTES = /[\s="\\\u0000-\u001f\u007f]/;

const logfmtValue = (text: string): string =>
  text === '' || NEEDS_QUOTES.test(text) ? JSON.stringify(text) : text;

/** `a.b=1 c="x y"`: dotted names for nested objects, lists as JSON. */
export function logfmtText(event: Fields): string {
  const pairs: string[] = [];
  const walk = (fields: Fields, prefix: string) => {
    for (const [name, value] of fields) {
      const path = prefix + logfmtName(name);
      if (typeof value !== 'string' && value.size > 0) walk(value, `${path}.`);
      else pairs.push(`${path}=${value === 'null' ? value : logfmtValue(formatValue(value))}`);
    }
  };
  walk(event, '');
  return pairs.join(' ');
}
