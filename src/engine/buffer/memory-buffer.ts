import { Admission } from './admission.ts';
import { FRAME_HEAD, frameSize } from './frame.ts';
import {
  type AppendOutcome,
  BufferClosedError,
  type BufferedFrame,
  type BufferOptions,
  type BufferStats,
  type EventBuffer,
  type RecoveryReport,
} from './types.ts';

const nothing = (): void => {};

type Kept = BufferedFrame & { readonly size: number };

/** Like the disk buffer, until the process ends. */
export class MemoryBuffer implements EventBuffer {
  readonly recovery: RecoveryReport = { events: 0, lostEvents: 0, corruptSegments: 0, tornBytes: 0 };
  private readonly admission: Admission;
  private readonly now: () => number;
  private frames: Kept[] = [];
  private readCount = 0;
  private events = 0;
  private tail = 0;
  private droppedEvents = 0;
  private closed = false;
  private wake: (() => void) | null = null;

  constructor(options: BufferOptions, now: () => number) {
    this.admission = new Admission(options.maxBytes, options.whenFull);
    this.now = now;
  }

  append(parts: readonly Buffer[], events: number, since?: number): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new BufferClosedError('The buffer is closed'));
      if (this.closed) return refuse();
      if (events < 1) return reject(new RangeError('A frame needs at least one event'));
      const size = frameSize(parts);
      const enter = () => {
        this.tail += events;
        this.events += events;
        const payload = Buffer.concat(parts);
        const appendedAt = since ?? this.now();
        this.frames.push({ position: this.tail, events, payload, appendedAt, size, release: nothing });
        this.wake?.();
        resolve('kept');
      };
      if (this.admission.admit(size, enter, refuse)) return;
      this.droppedEvents += events;
      resolve('dropped');
    });
  }

  hasRoom(bytes: number): boolean {
    return this.admission.hasRoom(bytes + FRAME_HEAD);
  }

  async read(): Promise<BufferedFrame | null> {
    for (;;) {
      if (this.closed) return null;
      const kept = this.frames[this.readCount];
      if (kept) {
        this.readCount++;
        return kept;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  ack(position: number): Promise<void> {
    let done = 0;
    let freed = 0;
    while (done < this.readCount && this.frames[done]!.position <= position) {
      freed += this.frames[done]!.size;
      this.events -= this.frames[done]!.events;
      done++;
    }
    this.frames.splice(0, done);
    this.readCount -= done;
    this.admission.release(freed);
    return Promise.resolve();
  }

  rewind(): void {
    this.readCount = 0;
    this.wake?.();
  }

  stats(): BufferStats {
    const [oldest] = this.frames;
    return {
      events: this.events,
      bytes: this.admission.used,
      oldestAgeMs: oldest ? Math.max(0, this.now() - oldest.appendedAt) : 0,
      droppedEvents: this.droppedEvents,
      lostEvents: 0,
    };
  }

  close(): Promise<void> {
    this.closed = true;
    this.admission.close();
    this.wake?.();
    return Promise.resolve();
  }
}
