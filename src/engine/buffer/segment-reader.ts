import type { BufferFile } from './file-io.ts';
import { decodeHead, FRAME_HEAD, type FrameHead, nextMagic, payloadCrc } from './frame.ts';

const WINDOW_BYTES = 1 << 20;
const KEEP = 4;

class Window {
  readonly bytes: Buffer;
  private holders = 1;
  private static readonly free: Window[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static take(bytes: number): Window {
    if (bytes > WINDOW_BYTES) return new Window(Buffer.allocUnsafeSlow(bytes));
    const window = Window.free.pop() ?? new Window(Buffer.allocUnsafeSlow(WINDOW_BYTES));
    window.holders = 1;
    return window;
  }

  hold(): () => void {
    this.holders++;
    let held = true;
    return () => {
      if (held) this.release();
      held = false;
    };
  }

  release(): void {
    if (--this.holders === 0 && this.bytes.length === WINDOW_BYTES && Window.free.length < KEEP)
      Window.free.push(this);
  }
}

export type StoredFrame = FrameHead & {
  readonly payload: Buffer;
  readonly skipped: number;
  readonly size: number;
  /** Releases the payload, which points into the reader's window. */
  release(): void;
};

const NOTHING = new Window(Buffer.alloc(0));

export class SegmentReader {
  offset = 0;
  private readonly file: BufferFile;
  private readonly generation: number;
  private window = NOTHING.bytes;
  private memory = NOTHING;
  private windowStart = 0;

  constructor(file: BufferFile, generation: number) {
    this.file = file;
    this.generation = generation;
  }

  async next(limit: number): Promise<StoredFrame | null> {
    let from = this.offset;
    while (from + FRAME_HEAD <= limit) {
      if (!this.sees(from, FRAME_HEAD)) await this.see(from, FRAME_HEAD, limit);
      const head = decodeHead(this.window, from - this.windowStart, this.generation);
      const end = from + FRAME_HEAD + (head?.length ?? 0);
      if (head && end <= limit) {
        if (!this.sees(from, end - from)) await this.see(from, end - from, limit);
        const at = from - this.windowStart + FRAME_HEAD;
        const payload = this.window.subarray(at, at + head.length);
        if (payload.length === head.length && payloadCrc([payload]) === head.payloadCrc) {
          const skipped = from - this.offset;
          this.offset = end;
          return { ...head, payload, skipped, size: end - from, release: this.memory.hold() };
        }
      }
      from = await this.candidate(from + 1, limit);
    }
    return null;
  }

  size(): Promise<number> {
    return this.file.size();
  }

  close(): Promise<void> {
    this.leave(NOTHING, 0);
    return this.file.close();
  }

  private async candidate(start: number, limit: number): Promise<number> {
    for (let from = start; from + FRAME_HEAD <= limit; ) {
      if (!this.sees(from, FRAME_HEAD)) await this.see(from, FRAME_HEAD, limit);
      const found = nextMagic(this.window, from - this.windowStart);
      if (found >= 0) return this.windowStart + found;
      const seen = this.windowStart + this.window.length;
      if (seen - 3 <= from) return limit;
      from = seen - 3;
    }
    return limit;
  }

  private sees(from: number, count: number): boolean {
    return from >= this.windowStart && from + count <= this.windowStart + this.window.length;
  }

  private async see(from: number, count: number, limit: number): Promise<void> {
    // Always a new window: returned frames still use the old one.
    const fresh = Window.take(count);
    const room = Math.min(fresh.bytes.length, Math.max(limit - from, 0));
    const bytesRead = await this.file.read(fresh.bytes.subarray(0, room), from);
    this.leave(fresh, bytesRead);
    this.windowStart = from;
  }

  private leave(next: Window, length: number): void {
    if (this.memory !== NOTHING) this.memory.release();
    this.memory = next;
    this.window = next.bytes.subarray(0, length);
  }
}
