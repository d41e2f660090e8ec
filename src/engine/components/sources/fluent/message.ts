import { MsgpackError, readWhole, skipValue, token } from '../../shared/msgpack/token.ts';

/** Entries are in the message, or packed in a binary of their own. */
export type Entries = {
  readonly from: number;
  readonly to: number;
  /** Infinite for all up to the end. */
  readonly count: number;
  readonly isBare: boolean;
};

export type FluentMessage = {
  readonly tag: Buffer;
  readonly entries: Entries;
  /** As sent, to be echoed. */
  readonly chunk: Buffer | null;
  readonly compressed: string;
};

/** Each event gets a copy. */
const MOST_TAG_BYTES = 1024;

const fail = (what: string): never => {
  throw new MsgpackError(what);
};

function readText(bytes: Buffer, p: number): Buffer {
  readWhole(bytes, p, bytes.length);
  const { kind, head, payload } = token;
  if (kind !== 'text' && kind !== 'binary') fail('something other than text where text is required');
  return bytes.subarray(p + head, p + head + payload);
}

function readEntries(bytes: Buffer, p: number, items: number): Entries {
  readWhole(bytes, p, bytes.length);
  const { kind, head, payload, items: count } = token;
  const from = p + head;
  if (kind === 'array') return { from, to: skipValue(bytes, p, bytes.length), count, isBare: false };
  if (kind === 'text' || kind === 'binary')
    return { from, to: from + payload, count: Number.POSITIVE_INFINITY, isBare: false };
  if (items < 3 || kind === 'map') fail('neither entries nor a time');
  const record = skipValue(bytes, p, bytes.length);
  return { from: p, to: skipValue(bytes, record, bytes.length), count: 1, isBare: true };
}

/** Reads a message of any of the four modes. @throws MsgpackError */
export function readMessage(bytes: Buffer): FluentMessage {
  readWhole(bytes, 0, bytes.length);
  const { kind, head, items } = token;
  if (kind !== 'array' || items < 2) fail('not an array of tag and entries');
  const tag = readText(bytes, head);
  if (tag.length > MOST_TAG_BYTES) fail(`a tag longer than ${MOST_TAG_BYTES} bytes`);
  const entries = readEntries(bytes, skipValue(bytes, head, bytes.length), items);
  const used = entries.isBare ? 3 : 2;
  const option = items > used ? readOption(bytes, entries.to) : null;
  return { tag, entries, chunk: option?.chunk ?? null, compressed: option?.compressed ?? '' };
}

function readOption(bytes: Buffer, from: number): { chunk: Buffer | null; compressed: string } {
  readWhole(bytes, from, bytes.length);
  const { kind, head, items } = token;
  const option = { chunk: null as Buffer | null, compressed: '' };
  if (kind === 'nil') return option;
  if (kind !== 'map') fail('an option that is not a map');
  let p = from + head;
  for (let i = 0; i < items; i += 2) {
    const name = readText(bytes, p).toString();
    const at = skipValue(bytes, p, bytes.length);
    p = skipValue(bytes, at, bytes.length);
    if (name === 'compressed') option.compressed = readText(bytes, at).toString();
    else if (name === 'chunk' && readText(bytes, at)) option.chunk = bytes.subarray(at, p);
  }
  return option;
}

export const formatAck = (chunk: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0xa3]), Buffer.from('ack'), chunk]);
