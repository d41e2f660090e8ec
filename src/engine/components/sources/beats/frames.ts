export type FrameKind = 'window' | 'json' | 'pairs' | 'packed';

export const frame = {
  kind: 'window' as FrameKind,
  /** Of the frame and its answer: `1` or `2`. */
  version: 0,
  number: 0,
  from: 0,
  to: 0,
};

/** Not Lumberjack; the message says what it is. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const KINDS: Readonly<Record<number, FrameKind>> = { 87: 'window', 74: 'json', 68: 'pairs', 67: 'packed' };
const VERSIONS = [0x31, 0x32];
const HEAD = 2;
const NUMBER = 4;
/** A larger one would never be answered. */
const MOST_WINDOW = 1_000_000;
const MOST_PAIRS = 10_000;

/**
 * Reads the Lumberjack frame (version 1 or 2) at `p`; returns its end, Infinity when it exceeds `most` bytes,
 * or -1 while incomplete. @throws FrameError
 */
export function readFrame(bytes: Buffer, p: number, end: number, most: number): number {
  if (end - p < HEAD) return p < end && !VERSIONS.includes(bytes[p]!) ? refuse(bytes, p, end) : -1;
  const kind = KINDS[bytes[p + 1]!];
  if (!VERSIONS.includes(bytes[p]!) || kind === undefined) return refuse(bytes, p, end);
  frame.kind = kind;
  frame.version = bytes[p]!;
  const at = p + HEAD;
  if (end - at < NUMBER) return -1;
  const number = bytes.readUInt32BE(at);
  const next = at + NUMBER;
  if (kind === 'window') {
    if (number === 0 || number > MOST_WINDOW) throw new FrameError(`a window of ${number} events`);
    frame.number = number;
    return next;
  }
  if (kind === 'packed') return place(next, number, end, most);
  frame.number = number;
  if (end - next < NUMBER) return -1;
  const size = bytes.readUInt32BE(next);
  return kind === 'json'
    ? place(next + NUMBER, size, end, most)
    : placePairs(bytes, next + NUMBER, size, end, most);
}

function refuse(bytes: Buffer, p: number, end: number): never {
  throw new FrameError(
    `no frame begins with ${JSON.stringify(bytes.toString('latin1', p, Math.min(end, p + 16)))}`,
  );
}

function place(from: number, size: number, end: number, most: number): number {
  if (size > most) return Number.POSITIVE_INFINITY;
  frame.from = from;
  frame.to = from + size;
  return frame.to > end ? -1 : frame.to;
}

function placePairs(bytes: Buffer, from: number, count: number, end: number, most: number): number {
  if (count > MOST_PAIRS) throw new FrameError(`an event of ${count} fields`);
  let p = from;
  for (let n = 0; n < count * 2; n++) {
    if (end - p < NUMBER) return -1;
    p += NUMBER + bytes.readUInt32BE(p);
    if (p - from > most) return Number.POSITIVE_INFINITY;
  }
  frame.from = from;
  frame.to = p;
  return p > end ? -1 : p;
}

export function readPairs(bytes: Buffer, from: number, to: number): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  const texts: string[] = [];
  for (let p = from; p < to; ) {
    const end = p + NUMBER + bytes.readUInt32BE(p);
    texts.push(bytes.toString('utf8', p + NUMBER, end));
    p = end;
  }
  for (let n = 0; n < texts.length; n += 2) fields[texts[n]!] = texts[n + 1]!;
  return fields;
}

export function formatAck(version: number, number: number): Buffer {
  const bytes = Buffer.from([version, 0x41, 0, 0, 0, 0]);
  bytes.writeUInt32BE(number, 2);
  return bytes;
}
