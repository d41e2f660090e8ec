import { NEWLINE, RETURN } from '../../event/bytes.ts';
import { Output } from '../../event/output.ts';

/** Memory for an unfinished line: at first, and at most once it has ended. */
const FIRST_BYTES = 1024;
const KEPT_BYTES = 64 * 1024;

export type LineReader = {
  /** Whole lines with newlines. Copy before returning. */
  lines(bytes: Buffer, from: number, to: number): void;
  /** An overlong line: its first `maxBytes`, and its length without and with the delimiter. */
  tooLong(head: Buffer, length: number, rawBytes: number): void;
};

/** Splits chunks into whole lines and copies only partial ones. Keeps at most `maxBytes` of a line. */
export class LineSplitter {
  private readonly reader: LineReader;
  private readonly maxBytes: number;
  /** One buffer: a sender may send single bytes. */
  private held: Output | null = null;
  private pending = 0;
  private head: Buffer | null = null;
  private lastByte = 0;
  hasTaken = false;

  constructor(maxBytes: number, reader: LineReader) {
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  get pendingBytes(): number {
    return this.pending;
  }

  get heldBytes(): number {
    return (this.held === null ? 0 : this.held.bytes.length) + (this.head?.length ?? 0);
  }

  /** The chunk may be reused after the call. */
  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      this.hold(chunk, 0, chunk.length);
      return;
    }
    this.hasTaken = true;
    const from = this.pending > 0 ? this.completePending(chunk) : 0;
    if (last >= from) this.cut(chunk, from, last + 1);
    if (last + 1 < chunk.length) this.hold(chunk, last + 1, chunk.length);
  }

  end(): void {
    if (this.pending > 0) this.push(Buffer.from([NEWLINE]));
  }

  reset(): void {
    if (this.held && this.held.bytes.length > KEPT_BYTES) this.held = null;
    this.held?.clear();
    this.pending = 0;
    this.head = null;
  }

  private hold(bytes: Buffer, from: number, to: number): void {
    this.pending += to - from;
    this.lastByte = bytes[to - 1]!;
    if (this.head) return;
    this.held ??= new Output(FIRST_BYTES);
    this.held.copy(bytes, from, to);
    // One more for a carriage return.
    if (this.pending <= this.maxBytes + 1) return;
    this.head = Buffer.from(this.held.bytes.subarray(0, this.maxBytes));
    this.held = null;
  }

  private completePending(chunk: Buffer): number {
    const newline = chunk.indexOf(NEWLINE);
    if (newline > 0) this.hold(chunk, 0, newline);
    const length = this.lastByte === RETURN ? this.pending - 1 : this.pending;
    if (this.head) this.reader.tooLong(this.head, length, this.pending + 1);
    else if (this.held) {
      this.held.byte(NEWLINE);
      this.cut(this.held.bytes, 0, this.held.length);
    }
    this.reset();
    return newline + 1;
  }

  private cut(bytes: Buffer, from: number, to: number): void {
    if (to - from <= this.maxBytes) {
      this.reader.lines(bytes, from, to);
      return;
    }
    let start = from;
    for (let p = from; p < to; ) {
      const newline = bytes.indexOf(NEWLINE, p);
      const end = newline > p && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      if (end - p > this.maxBytes) {
        if (p > start) this.reader.lines(bytes, start, p);
        this.reader.tooLong(bytes.subarray(p, p + this.maxBytes), end - p, newline + 1 - p);
        start = newline + 1;
      }
      p = newline + 1;
    }
    if (to > start) this.reader.lines(bytes, start, to);
  }
}
