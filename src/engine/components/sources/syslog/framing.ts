import { NEWLINE, RETURN, SPACE } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import type { FrameKinds } from './message-writer.ts';
import type { SyslogConfig } from './schema.ts';

const NUL = 0;
const ANGLE = 0x3c;
const MAX_LENGTH_DIGITS = 9;
/** Joins an unfinished message with the next chunk. Shared by all streams: allocating per chunk is slow. */
const joint = new Output(1 << 17);
const KEPT_JOINT = 1 << 20;
/** Fewer bytes are read message by message. */
const WORTH_MANY = 1024;
/** Memory for an unfinished message: at first, and at most once it has ended. */
const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;

export type FrameReader = {
  /** One message: bytes[from, to), and its size on the wire. */
  frame(bytes: Buffer, from: number, to: number, rawBytes: number): void;
  /** An overlong message: its first `maxBytes`, length, size on the wire. */
  tooLong(head: Buffer, length: number, rawBytes: number): void;
  /**
   * Takes as many whole frames from the beginning of bytes[from, …) as it can take at once, of these kinds only;
   * returns the offset after them. The others come one by one. `isNew`: the bytes are not those of the call
   * before.
   */
  many?(bytes: Buffer, from: number, kinds: FrameKinds, isNew: boolean): number;
  /** Message boundaries are lost: close the connection. */
  desynchronised(bytes: Buffer): void;
};

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isStart = (byte: number | undefined): boolean => byte === ANGLE || isDigit(byte);
const isPadding = (byte: number | undefined): boolean => byte === NEWLINE || byte === RETURN || byte === NUL;

/** A counted message, a line, or too few bytes to decide. */
type Header = { kind: 'octets'; length: number; start: number } | { kind: 'line' | 'wait' | 'broken' };

/** An overlong message; `octets`: bytes still to come, null when it ends at a delimiter. */
type LongMessage = { head: Output; length: number; headerBytes: number; octets: number | null };

/**
 * Splits a TCP stream into syslog messages by octet counting, newlines or NUL
 * (https://datatracker.ietf.org/doc/html/rfc6587#section-3.4). Detected per message: only an octet count is
 * followed by a space and `<`. After a message that ended with NUL, a newline ends the next one only where
 * another message begins, since senders that use NUL leave newlines in messages.
 */
export class SyslogFraming {
  private readonly mode: SyslogConfig['framing'];
  private readonly maxBytes: number;
  private readonly reader: FrameReader;
  /** Starts with the unfinished message. One buffer: a sender may send single bytes. */
  private held: Output | null = null;
  private searched = 0;
  /** Next NUL of the current bytes: -1 unknown, infinite for none. */
  private nextNul = -1;
  private endsWithNul: boolean;
  private long: LongMessage | null = null;
  private isOver = false;
  hasTaken = false;

  constructor(mode: SyslogConfig['framing'], maxBytes: number, reader: FrameReader) {
    this.mode = mode;
    this.maxBytes = maxBytes;
    this.reader = reader;
    this.endsWithNul = mode === 'nul';
  }

  get heldBytes(): number {
    return (this.held?.bytes.length ?? 0) + (this.long?.head.bytes.length ?? 0);
  }

  push(chunk: Buffer): void {
    if (this.isOver) return;
    const held = this.held;
    this.searched = held?.length ?? 0;
    if (!held || held.length === 0) this.keepRest(chunk, this.readAll(chunk));
    else if (chunk.length < held.length) {
      held.copy(chunk, 0, chunk.length);
      this.keepRest(held.view(), this.readAll(held.view(), false));
    } else if (held.length + chunk.length > KEPT_JOINT)
      this.joinIn(new Output(held.length + chunk.length), chunk);
    else this.joinIn(joint, chunk);
  }

  /** The connection ended: the rest is a last message without newline, or a truncated one. */
  end(): void {
    if (this.long) this.endLong(this.long, 0);
    if (this.isOver || !this.held || this.held.length === 0) return;
    const held = this.held.view();
    const header = this.headerAt(held, 0);
    if (header.kind === 'octets' || this.mode === 'octet_counting') this.reader.desynchronised(held);
    else this.reader.frame(held, 0, held.length, held.length);
    this.held = null;
  }

  private joinIn(memory: Output, chunk: Buffer): void {
    const { held } = this;
    if (!held) return;
    memory.clear();
    memory.copy(held.bytes, 0, held.length);
    memory.copy(chunk, 0, chunk.length);
    held.clear();
    const bytes = memory.view();
    this.keepRest(bytes, this.readAll(bytes));
  }

  private keepRest(bytes: Buffer, from: number): void {
    const { held } = this;
    const length = bytes.length - from;
    if (held && held.length > 0) {
      if (from === 0) return;
      held.bytes.copyWithin(0, from, bytes.length);
      held.length = length;
    } else if (length > 0) {
      this.held ??= new Output(Math.max(FIRST_BYTES, length));
      this.held.copy(bytes, from, bytes.length);
    }
    if (held && held.bytes.length > KEPT_BYTES && held.bytes.length > 4 * length) this.shrink(length);
  }

  private shrink(length: number): void {
    const smaller = new Output(Math.max(FIRST_BYTES, length));
    if (this.held) smaller.copy(this.held.bytes, 0, length);
    this.held = smaller;
  }

  /** `isMostlyNew`: few of the bytes were looked at before. */
  private readAll(bytes: Buffer, isMostlyNew = true): number {
    let p = 0;
    this.nextNul = -1;
    const takesMany = isMostlyNew && bytes.length >= WORTH_MANY && this.mode !== 'nul';
    let isNew = true;
    while (p < bytes.length && !this.isOver) {
      if (takesMany && !this.long) {
        p = this.readMany(bytes, p, isNew);
        isNew = false;
      }
      const next = p < bytes.length ? this.readOne(bytes, p) : p;
      if (next === p) break;
      p = next;
    }
    return this.isOver ? bytes.length : p;
  }

  private readMany(bytes: Buffer, p: number, isNew: boolean): number {
    const { reader, mode } = this;
    const lines = mode === 'newline' || (mode === 'auto' && !this.endsWithNul);
    const next = reader.many?.(bytes, p, { lines, counted: mode !== 'newline' }, isNew) ?? p;
    if (next > p) this.hasTaken = true;
    return next;
  }

  private readOne(bytes: Buffer, p: number): number {
    if (this.long) return this.skipLong(bytes, p, this.long);
    if (isPadding(bytes[p])) return p + 1;
    const header = this.headerAt(bytes, p);
    if (header.kind === 'wait') return p;
    if (header.kind === 'line') return this.readLine(bytes, p);
    if (header.kind === 'octets') return this.readOctets(bytes, p, header.start, header.length);
    this.isOver = true;
    this.reader.desynchronised(bytes.subarray(p));
    return bytes.length;
  }

  private headerAt(bytes: Buffer, p: number): Header {
    if (this.mode === 'newline' || this.mode === 'nul') return { kind: 'line' };
    const isStrict = this.mode === 'octet_counting';
    const other: Header = { kind: isStrict ? 'broken' : 'line' };
    let q = p;
    while (isDigit(bytes[q]) && q - p <= MAX_LENGTH_DIGITS) q++;
    if (q === p || q - p > MAX_LENGTH_DIGITS || bytes[p] === 0x30) return other;
    if (q === bytes.length) return { kind: 'wait' };
    if (bytes[q] !== SPACE) return other;
    if (!isStrict && q + 1 === bytes.length) return { kind: 'wait' };
    if (!isStrict && bytes[q + 1] !== ANGLE) return other;
    return { kind: 'octets', length: Number(bytes.toString('latin1', p, q)), start: q + 1 };
  }

  private readOctets(bytes: Buffer, p: number, start: number, length: number): number {
    if (length > this.maxBytes) {
      this.long = { head: new Output(FIRST_BYTES), length: 0, headerBytes: start - p, octets: length };
      return start;
    }
    if (start + length > bytes.length) return p;
    this.hasTaken = true;
    this.reader.frame(bytes, start, start + length, start + length - p);
    return start + length;
  }

  private readLine(bytes: Buffer, p: number): number {
    const found = this.findEnd(bytes, p);
    const end = found < 0 ? bytes.length : found;
    if (end - p > this.maxBytes) {
      this.long = { head: new Output(this.maxBytes), length: 0, headerBytes: 0, octets: null };
      return this.skipLong(bytes, p, this.long);
    }
    if (found < 0) return p;
    this.hasTaken = true;
    this.reader.frame(bytes, p, end, end + 1 - p);
    return end + 1;
  }

  /** The delimiter of the message at `p`, -1 while it has none. */
  private findEnd(bytes: Buffer, p: number): number {
    const { mode } = this;
    // The last byte held may be a newline that needed the next byte to be understood.
    const from = Math.max(p, this.searched - 1);
    if (mode === 'newline') return bytes.indexOf(NEWLINE, from);
    const nul = this.findNul(bytes, from);
    if (mode === 'nul') return nul < bytes.length ? nul : -1;
    for (let newline = bytes.indexOf(NEWLINE, from); newline >= 0 && newline < nul; ) {
      if (!this.endsWithNul) return newline;
      if (newline + 1 === bytes.length) return -1;
      if (isStart(bytes[newline + 1])) {
        this.endsWithNul = false;
        return newline;
      }
      newline = bytes.indexOf(NEWLINE, newline + 1);
    }
    if (nul >= bytes.length) return -1;
    this.endsWithNul = true;
    return nul;
  }

  private findNul(bytes: Buffer, from: number): number {
    if (this.nextNul < from) {
      const nul = bytes.indexOf(NUL, from);
      this.nextNul = nul < 0 ? Number.POSITIVE_INFINITY : nul;
    }
    return this.nextNul;
  }

  private skipLong(bytes: Buffer, p: number, long: LongMessage): number {
    const { octets } = long;
    const found = octets === null ? this.findEnd(bytes, p) : p + octets;
    const isEnd = found >= 0 && found <= bytes.length;
    const end = isEnd ? found : bytes.length;
    const room = this.maxBytes - long.head.length;
    if (room > 0) long.head.copy(bytes, p, Math.min(end, p + room));
    long.length += end - p;
    if (octets !== null) long.octets = octets - (end - p);
    if (!isEnd) return end;
    this.endLong(long, octets === null ? 1 : 0);
    return octets === null ? end + 1 : end;
  }

  private endLong({ head, length, headerBytes }: LongMessage, delimiterBytes: number): void {
    this.long = null;
    this.hasTaken = true;
    this.reader.tooLong(Buffer.from(head.view()), length, headerBytes + length + delimiterBytes);
  }
}
