import { BACKSLASH, CLOSE_BRACE, COMMA } from '../../../event/bytes.ts';
import { skipSpace, skipString, skipValue } from '../../../event/scanner.ts';

const VALID_DEPTH = 1024;

/** The range includes the quotes. */
export function stringText(buf: Buffer, start: number, end: number): string {
  const text = buf.toString('utf8', start + 1, end - 1);
  if (buf.indexOf(BACKSLASH, start + 1) < 0 || !text.includes('\\')) return text;
  return String(JSON.parse(`"${text}"`));
}

/** Visits the members of a valid object: name, and range of the value's JSON. */
export function eachMember(
  buf: Buffer,
  start: number,
  use: (name: string, from: number, to: number) => void,
): void {
  let p = skipSpace(buf, skipSpace(buf, start) + 1);
  while (buf[p] !== CLOSE_BRACE) {
    const nameEnd = skipString(buf, p);
    const name = stringText(buf, p, nameEnd);
    const from = skipSpace(buf, skipSpace(buf, nameEnd) + 1);
    const to = skipValue(buf, from, VALID_DEPTH);
    use(name, from, to);
    p = skipSpace(buf, to);
    if (buf[p] === COMMA) p = skipSpace(buf, p + 1);
  }
}
