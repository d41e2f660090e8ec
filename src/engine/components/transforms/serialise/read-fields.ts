import { CLOSE_BRACE, COMMA, OPEN_BRACE } from '../../../event/bytes.ts';
import { skipSpace, skipString, skipValue } from '../../../event/scanner.ts';

/** Fields of an event: objects as maps, others as JSON text to keep all digits. The last duplicate wins. */
export type Fields = ReadonlyMap<string, string | Fields>;

const VALID_DEPTH = 1024;

/** `json` must be a valid object. */
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

/** Text as it is, others as JSON text, null as nothing. */
export function formatValue(value: string | Fields | undefined): string {
  if (value === undefined || value === 'null') return '';
  if (typeof value !== 'string') return formatObject(value);
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

const formatObject = (fields: Fields): string => {
  const members = [...fields].map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : formatObject(value)}`,
  );
  return `{${members.join(',')}}`;
};
