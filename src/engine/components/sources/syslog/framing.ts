import { NEWLINE, RETURN, SPACE } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import type { SyslogConfig } from './schema.ts';

const NUL = 0;
const ANGLE = 0x3c;
const MAX_LENGTH_DIGITS = 9;
/** Example bytes kept of an overlong message. */
const HEAD_BYTES = 256;

/** Joins an unfinished message with the next chunk. Shared by all streams: allocating per chunk is slow. */
const joint = new Output(1 << 17);
const KEPT_JOINT = 1 << 20;
/** Memory for an unfinished message: at first, and at most once it has ended. */
const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;

export type FrameReader = {
  /** One message: bytes[from, to), and its size on the wire. */
  frame(bytes: Buffer, from: number, to: number, rawBytes: number): void;
  /** An overlong message ended or was announced: first bytes, length, size on the wire. */
  tooLong(head: Buffer, length: number, rawBytes: number): void;
  /** Message boundaries are lost: close the connection. */
  desynchronised(bytes: Buffer): void;
};

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isPadding = (byte: number | undefined): boolean => byte === NEWLINE || byte === RETURN || byte === NUL;

/** A counted message, a line, or too few bytes to decide. */
type Header = { kind: 'octets'; length: number; start: number } | { kind: 'line' | 'wait' | 'broken' };

/**
 * Splits a TCP stream into syslog messages (RFC 6587) by octet counting or newlines. Detected per message:
 * only an octet count is followed by a space and `<`.
 */
export class SyslogFraming {
  private readonly mode: SyslogConfig['framing'];
  private readonly maxBytes: number;
  private readonly reader: FrameReader;
  /** Begins with the unfinished message. One piece of memory: a sender may send single bytes. */
  private held: Output | null = null;
  /** What is held before this has no newline. */
  private searched = 0;
  private skipOctets = 0;
  /** An overlong line: first bytes and length so far. */
  private longLine: { head: Buffer; length: number } | null = null;
  private isOver = false;
  /** A message has come to its end. */
  hasTaken = false;

  constructor(mode: SyslogConfig['framing'], maxBytes: number, reader: FrameReader) {
    this.mode = mode;
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  /** Memory of the unfinished message. */
  get heldBytes(): number {
    return this.held === null ? 0 : this.held.bytes.length;
  }

  push(chunk: Buffer): void {
    if (this.isOver) return;
    const held = this.held;
    this.searched = held?.length ?? 0;
    if (!held || held.length === 0) this.keepRest(chunk, this.readAll(chunk));
    else if (chunk.length < held.length) {
      held.copy(chunk, 0, chunk.length);
      this.keepRest(held.view(), this.readAll(held.view()));
    } else if (held.length + chunk.length > KEPT_JOINT)
      this.joinIn(new Output(held.length + chunk.length), chunk);
    else this.joinIn(joint, chunk);
  }

  /** The connection ended: the rest is a last message without newline, or a truncated one. */
  end(): void {
    if (this.longLine) this.endLongLine(this.longLine, 0);
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

  /** `bytes` may be what is held. */
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

  private readAll(bytes: Buffer): number {
    let p = 0;
    while (p < bytes.length && !this.isOver) {
      const next = this.readOne(bytes, p);
      if (next === p) break;
      p = next;
    }
    return this.isOver ? bytes.length : p;
  }

  private readOne(bytes: Buffer, p: number): number {
    if (this.skipOctets > 0) {
      const skipped = Math.min(this.skipOctets, bytes.length - p);
      this.skipOctets -= skipped;
      return p + skipped;
    }
    if (this.longLine) return this.skipLine(bytes, p, this.longLine);
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
    if (this.mode === 'newline') return { kind: 'line' };
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
      this.reader.tooLong(bytes.subarray(start, start + HEAD_BYTES), length, length + start - p);
      this.skipOctets = length;
      return start;
    }
    if (start + length > bytes.length) return p;
    this.hasTaken = true;
    this.reader.frame(bytes, start, start + length, start + length - p);
    return start + length;
  }

  private readLine(bytes: Buffer, p: number): number {
    const newline = bytes.indexOf(NEWLINE, Math.max(p, this.searched));
    const end = newline < 0 ? bytes.length : newline;
    if (end - p > this.maxBytes) {
      this.longLine = { head: Buffer.from(bytes.subarray(p, p + HEAD_BYTES)), length: 0 };
      return this.skipLine(bytes, p, this.longLine);
    }
    if (newline < 0) return p;
    this.hasTaken = true;
    this.reader.frame(bytes, p, newline, newline + 1 - p);
    return newline + 1;
  }

  private skipLine(bytes: Buffer, p: number, line: { head: Buffer; length: number }): number {
    const newline = bytes.indexOf(NEWLINE, p);
    line.length += (newline < 0 ? bytes.length : newline) - p;
    if (newline < 0) return bytes.length;
    this.endLongLine(line, 1);
    return newline + 1;
  }

  private endLongLine({ head, length }: { head: Buffer; length: number }, delimiterBytes: number): void {
    this.longLine = null;
    this.reader.tooLong(head, length, length + delimiterBytes);
  }
}
