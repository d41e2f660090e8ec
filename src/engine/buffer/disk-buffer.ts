import { Acknowledger } from './acknowledger.ts';
import { Admission } from './admission.ts';
import { Committer } from './committer.ts';
import type { FileIo } from './file-io.ts';
import { FRAME_HEAD, frameSize } from './frame.ts';
import { FrameSource } from './frame-source.ts';
import { PositionFile } from './position-file.ts';
import { recover } from './recovery.ts';
import { SegmentWriter } from './segment-writer.ts';
import {
  type AppendOutcome,
  BufferClosedError,
  type BufferedFrame,
  type BufferOptions,
  type BufferStats,
  type EventBuffer,
  type RecoveryReport,
} from './types.ts';

export type DiskTuning = {
  /** Exceeded by a larger single frame. */
  readonly segmentBytes: number;
  readonly groupMs: number;
  readonly groupBytes: number;
  readonly io: FileIo;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the position could not be saved, so the disk is not emptied. */
  readonly onNotSaved: (error: unknown) => void;
  /** Called before the position is saved, so before events are released. */
  readonly beforeSave: () => void;
};

const BACKGROUND_SYNC_MS = 500;

/** Survives kill -9 and, when `durable`, power loss, without repair. */
export class DiskBuffer implements EventBuffer {
  readonly recovery: RecoveryReport;
  private readonly options: BufferOptions;
  private readonly tuning: DiskTuning;
  private readonly admission: Admission;
  private readonly writer: SegmentWriter;
  private readonly committer: Committer;
  private readonly source: FrameSource;
  private readonly acknowledger: Acknowledger;
  private readonly syncTimer: NodeJS.Timeout | null;
  private droppedEvents = 0;
  private held = 0;
  private closed = false;
  private wake: (() => void) | null = null;

  private constructor(
    options: BufferOptions,
    tuning: DiskTuning,
    folder: string,
    found: Awaited<ReturnType<typeof recover>>,
    positionFile: PositionFile,
  ) {
    const { io } = tuning;
    this.options = options;
    this.tuning = tuning;
    this.recovery = found.report;
    this.admission = new Admission(options.maxBytes, options.whenFull);
    this.admission.used = found.pendingBytes;
    this.source = new FrameSource(io, found);
    this.writer = new SegmentWriter(io, folder, tuning.segmentBytes, found.nextSegment);
    const sync = options.mode === 'durable';
    const groupBytes = Math.min(tuning.groupBytes, tuning.segmentBytes);
    this.committer = new Committer(
      this.writer,
      found.tail,
      { ...tuning, groupBytes, sync },
      {
        written: (segment, frames) => {
          const isNew = this.source.grown(segment, frames[0]?.appendedAt ?? tuning.now());
          if (isNew && this.holdDone()) void this.acknowledger.cleanUp();
          this.wake?.();
        },
        // The segment just written may be empty by now, and fill the disk.
        failed: () => this.acknowledger.cleanUp(),
      },
    );
    this.acknowledger = new Acknowledger({
      io,
      folder,
      file: positionFile,
      acked: found.acked,
      tail: () => (sync ? this.committer.tail : 0),
      finished: (saved) => {
        // A rotation alone may have finished a segment.
        this.holdDone();
        return this.source.takeFinished(saved, this.writer.activeNumber);
      },
      removed: ({ held = 0 }) => {
        this.held -= held;
        this.admission.release(held);
      },
      failed: tuning.onNotSaved,
      saving: tuning.beforeSave,
    });
    this.syncTimer = sync
      ? null
      : setInterval(() => void this.writer.sync().catch(() => undefined), BACKGROUND_SYNC_MS).unref();
  }

  static async open(folder: string, options: BufferOptions, tuning: DiskTuning): Promise<DiskBuffer> {
    await tuning.io.makeFolder(folder);
    const { file, position } = await PositionFile.open(tuning.io, folder);
    const found = await recover(tuning.io, folder, position);
    const buffer = new DiskBuffer(options, tuning, folder, found, file);
    await buffer.acknowledger.cleanUp();
    return buffer;
  }

  append(parts: readonly Buffer[], events: number, since?: number): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new BufferClosedError('The buffer is closed'));
      if (this.closed) return refuse();
      if (events < 1) return reject(new RangeError('A frame needs at least one event'));
      const size = frameSize(parts);
      const enter = () =>
        this.committer.add({
          parts,
          events,
          size,
          appendedAt: since ?? this.tuning.now(),
          kept: () => resolve('kept'),
          failed: (error) => {
            this.admission.release(size);
            reject(error);
          },
        });
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
      const waiting = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const { frame, lostBytes } = await this.source.next();
      if (lostBytes > 0) this.admission.release(lostBytes);
      if (this.closed) return null;
      if (frame) return frame;
      await waiting;
    }
  }

  ack(position: number): Promise<void> {
    const freed = this.source.acknowledge(position);
    this.holdDone();
    this.admission.release(freed);
    return this.acknowledger.save(this.source.acked);
  }

  rewind(): void {
    this.source.rewind();
    this.wake?.();
  }

  stats(): BufferStats {
    const oldest = this.source.oldestAt(this.committer.tail);
    return {
      events: this.source.pendingEvents(this.committer.tail),
      bytes: this.admission.used - this.held,
      oldestAgeMs: oldest === null ? 0 : Math.max(0, this.tuning.now() - oldest),
      droppedEvents: this.droppedEvents,
      lostEvents: this.source.lostEvents,
    };
  }

  /** Counts fully acknowledged files until they are removed; true when there are any. */
  private holdDone(): boolean {
    const bytes = this.source.newlyDone(this.writer.activeNumber);
    this.held += bytes;
    this.admission.used += bytes;
    return bytes > 0;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.admission.close();
    this.wake?.();
    if (this.syncTimer) clearInterval(this.syncTimer);
    await this.committer.finish();
    if (this.options.mode !== 'durable') await this.writer.sync().catch(() => undefined);
    await this.acknowledger.finish();
    await this.writer.close();
    await this.source.close();
  }
}
