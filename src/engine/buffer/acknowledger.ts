import type { FileIo } from './file-io.ts';
import type { PositionFile } from './position-file.ts';
import type { Segment } from './recovery.ts';

const RETRY_MS = 200;

/** Saves the acknowledged position, one save at a time, and removes finished segments. */
export class Acknowledger {
  saved: number;
  private wanted: number;
  private running: Promise<void> | null = null;
  private waiting: { readonly position: number; readonly done: () => void }[] = [];
  private closing = false;
  private endPause: (() => void) | null = null;
  private readonly io: FileIo;
  private readonly folder: string;
  private readonly file: PositionFile;
  private readonly tail: () => number;
  private readonly finished: (saved: number) => Segment[];
  private readonly removed: (segment: Segment) => void;
  private readonly failed: (error: unknown) => void;
  private readonly saving: () => void;

  constructor(options: {
    io: FileIo;
    folder: string;
    file: PositionFile;
    acked: number;
    tail: () => number;
    /** Removes and returns segments without events after that position. */
    finished: (saved: number) => Segment[];
    removed: (segment: Segment) => void;
    failed: (error: unknown) => void;
    saving: () => void;
  }) {
    this.io = options.io;
    this.folder = options.folder;
    this.file = options.file;
    this.tail = options.tail;
    this.finished = options.finished;
    this.removed = options.removed;
    this.failed = options.failed;
    this.saving = options.saving;
    this.saved = options.acked;
    this.wanted = options.acked;
  }

  save(position: number): Promise<void> {
    this.wanted = Math.max(this.wanted, position);
    if (position <= this.saved) return Promise.resolve();
    return new Promise((done) => {
      this.waiting.push({ position, done });
      this.running ??= this.run();
    });
  }

  async cleanUp(): Promise<void> {
    const segments = this.finished(this.saved);
    for (const segment of segments) {
      await this.io.remove(segment.path).catch(() => undefined);
      this.removed(segment);
    }
    if (segments.length > 0) await this.io.syncFolder(this.folder).catch(() => undefined);
  }

  /** Last save. What it misses is delivered again after a restart. */
  async finish(): Promise<void> {
    this.closing = true;
    this.endPause?.();
    await this.running;
    try {
      this.saving();
      await this.file.save({ acked: this.wanted, tail: this.tail() });
      this.saved = this.wanted;
      await this.cleanUp();
    } catch {
      // Delivered again: at least once.
    }
    this.settle(Number.POSITIVE_INFINITY);
    await this.file.close();
  }

  private async run(): Promise<void> {
    // Acknowledgements of one tick share a save.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const acked = this.wanted;
      try {
        this.saving();
        await this.file.save({ acked, tail: this.tail() });
        this.saved = acked;
        this.settle(acked);
        await this.cleanUp();
      } catch (error) {
        this.failed(error);
        if (this.closing) break;
        await this.pause();
      }
    }
    this.running = null;
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      setTimeout(resolve, RETRY_MS).unref();
    });
    this.endPause = null;
  }

  private settle(position: number): void {
    const done = this.waiting.filter((entry) => entry.position <= position);
    this.waiting = this.waiting.filter((entry) => entry.position > position);
    for (const entry of done) entry.done();
  }
}
