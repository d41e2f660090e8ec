const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** Of a line that is too long, so much is kept to show what it was. */
const HEAD_BYTES = 256;

export type LineReader = {
  /** Whole lines: bytes[from, to), each ending with its newline. Copy them before returning. */
  lines(bytes: Buffer, from: number, to: number): void;
  /** A line longer than the limit ended; its first bytes, its length without delimiter, and with it. */
  tooLong(head: Buffer, length: number, rawBytes: number): void;
};

/**
 * Cuts a stream of chunks into whole lines without copying more than a partial one. A line longer than
 * `maxBytes` is skipped while it comes in and never gathered, so it takes no memory.
 */
export class LineSplitter {
  private readonly reader: LineReader;
  private readonly maxBytes: number;
  private parts: Buffer[] = [];
  /** Bytes of the unfinished line, skipped ones included. */
  private pending = 0;
  private head: Buffer | null = null;
  private lastByte = 0;

  constructor(maxBytes: number, reader: LineReader) {
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  /** Bytes of the line that has no newline yet. */
  get pendingBytes(): number {
    return this.pending;
  }

  /** The chunk may be reused after the call. */
  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last < 0) {
      this.hold(chunk);
      return;
    }
    const from = this.pending > 0 ? this.completePending(chunk) : 0;
    if (last >= from) this.cut(chunk, from, last + 1);
    if (last + 1 < chunk.length) this.hold(chunk.subarray(last + 1));
  }

  /** Takes what has no newline as a line: no more will come. */
  end(): void {
    if (this.pending > 0) this.push(Buffer.from([NEWLINE]));
  }

  /** Forgets an unfinished line. */
  reset(): void {
    this.parts = [];
    this.pending = 0;
    this.head = null;
  }

  private hold(bytes: Buffer): void {
    this.pending += bytes.length;
    this.lastByte = bytes[bytes.length - 1]!;
    if (this.head) return;
    this.parts.push(Buffer.from(bytes));
    // One more for a carriage return that belongs to the delimiter.
    if (this.pending <= this.maxBytes + 1) return;
    const whole = Buffer.concat(this.parts);
    this.head = Buffer.from(whole.subarray(0, HEAD_BYTES));
    this.parts = [];
  }

  /** Ends the unfinished line with the first newline of the chunk; the offset after it. */
  private completePending(chunk: Buffer): number {
    const newline = chunk.indexOf(NEWLINE);
    if (newline > 0) this.hold(chunk.subarray(0, newline));
    const length = this.lastByte === RETURN ? this.pending - 1 : this.pending;
    if (this.head) this.reader.tooLong(this.head, length, this.pending + 1);
    else {
      this.parts.push(Buffer.from([NEWLINE]));
      const line = Buffer.concat(this.parts);
      this.cut(line, 0, line.length);
    }
    this.reset();
    return newline + 1;
  }

  /** Hands over whole lines, but for those over the limit. */
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
        this.reader.tooLong(bytes.subarray(p, Math.min(end, p + HEAD_BYTES)), end - p, newline + 1 - p);
        start = newline + 1;
      }
      p = newline + 1;
    }
    if (to > start) this.reader.lines(bytes, start, to);
  }
}
