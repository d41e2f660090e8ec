import { CLOSE_BRACE, COMMA, OPEN_BRACE } from '../../../event/layout.ts';
import { skipSpace, skipString, skipValue } from '../../../event/scanner.ts';

/**
 * The fields of an event: objects as maps, any other value as its JSON text, so that numbers keep all their
 * digits. Of a name that stands twice, the last value counts.
 */
export type Fields = ReadonlyMap<string, string | Fields>;

const VALID_DEPTH = 1024;

/** Reads one valid JSON object. */
export function readFields(json: string): Fields {
  const buf = Buffer.from(`${json}\n`);
  return readObject(buf, skipSpace(buf, 0));
}

function readObject(buf: Buffer, open: number): Fields {
  const fields = new Map<string, string | Fields>();
  let p = skipSpace(buf, open + 1);
  while (buf[p] !== CLOSE_BRACE) {
    const keyEnd = skipString(buf, p);
    const name = JSON.parse(buf.toString('utf8', p, keyEnd)) as string;
    const start = skipSpace(buf, skipSpace(buf, keyEnd) + 1);
    const end = skipValue(buf, start, VALID_DEPTH);
    fields.set(name, buf[start] === OPEN_BRACE ? readObject(buf, start) : buf.toString('utf8', start, end));
    p = skipSpace(buf, end);
    if (buf[p] === COMMA) p = skipSpace(buf, p + 1);
  }
  return fields;
}

/** A text as it is, a number or list as its JSON text, null as nothing. */
export function textOf(value: string | Fields | undefined): string {
  if (value === undefined || value === 'null') return '';
  if (typeof value !== 'string') return jsonOf(value);
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

const jsonOf = (fields: Fields): string => {
  const members = [...fields].map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : jsonOf(value)}`,
  );
  return `{${members.join(',')}}`;
};
