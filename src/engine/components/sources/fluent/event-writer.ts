import { CLOSE_BRACE, COMMA, OPEN_BRACE } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { MsgpackError, readWhole, skipValue, token } from '../../shared/msgpack/token.ts';
import { JsonWriter, writeText } from '../../shared/msgpack/write-json.ts';

const EVENT_TIME = 0;
/** Maximum of a JavaScript Date. */
const MOST_SECONDS = 8.64e12;
const MOST_TIME_BYTES = 64;
const scratch = new Output(2 * MOST_TIME_BYTES);
const TAG = Buffer.from('"tag":');

function formatTime(seconds: number, nanos: number): string | null {
  if (!(seconds >= 0 && seconds <= MOST_SECONDS)) return null;
  const decimals = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${new Date(seconds * 1000).toISOString().slice(0, -5)}${decimals}Z`;
}

function readExtension(type: number, bytes: Buffer, from: number, to: number): string | null {
  if (type !== EVENT_TIME || to - from !== 8) return null;
  const time = formatTime(bytes.readUInt32BE(from), bytes.readUInt32BE(from + 4));
  return time === null ? null : `"${time}"`;
}

/**
 * An integer or float in seconds, or the EventTime extension
 * (https://github.com/fluent/fluentd/wiki/Forward-Protocol-Specification-v1). Null when invalid.
 */
function readTime(bytes: Buffer, p: number, end: number): string | null {
  scratch.clear();
  new JsonWriter(bytes, end, scratch, MOST_TIME_BYTES, readExtension).write(p);
  const text = scratch.view().toString('latin1');
  if (text.startsWith('"')) return /^"\d{4}-/.test(text) ? text.slice(1, -1) : null;
  const seconds = Number(text);
  const whole = Math.floor(seconds);
  return text === 'null' ? null : formatTime(whole, Math.round((seconds - whole) * 1e6) * 1000);
}

const isNamed = (bytes: Buffer, from: number, to: number, name: string): boolean =>
  to - from === name.length && bytes.toString('latin1', from, to) === name;

export type Entry = {
  readonly bytes: Buffer;
  readonly time: number;
  readonly record: number;
  readonly end: number;
  readonly tag: Buffer;
};

/**
 * Writes an entry as an event of about `most` bytes at most: its record, plus `tag` and `timestamp` unless
 * present. @throws MsgpackError, JsonTooLong
 */
export function writeEvent({ bytes, time, record, end, tag }: Entry, most: number, out: Output): void {
  out.clear();
  readWhole(bytes, record, end);
  if (token.kind !== 'map') throw new MsgpackError('a record that is not a map');
  const from = record + token.head;
  const count = token.items / 2;
  const own = { tag: false, timestamp: false };
  for (let i = 0, p = from; i < count; i++) {
    readWhole(bytes, p, end);
    const at = p + token.head;
    if (isNamed(bytes, at, at + token.payload, 'tag')) own.tag = true;
    if (isNamed(bytes, at, at + token.payload, 'timestamp')) own.timestamp = true;
    p = skipValue(bytes, skipValue(bytes, p, end), end);
  }
  out.byte(OPEN_BRACE);
  const stamp = own.timestamp ? null : readTime(bytes, time, end);
  if (stamp !== null) {
    const member = Buffer.from(`"timestamp":"${stamp}"`);
    out.copy(member, 0, member.length);
  }
  if (!own.tag) {
    if (stamp !== null) out.byte(COMMA);
    out.copy(TAG, 0, TAG.length);
    writeText(tag, 0, tag.length, out);
  }
  if (count > 0) {
    if (stamp !== null || !own.tag) out.byte(COMMA);
    new JsonWriter(bytes, end, out, most, readExtension).writeMap(from, count, 0);
  }
  out.byte(CLOSE_BRACE);
}
