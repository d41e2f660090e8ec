import type { BufferFile, FileIo } from './file-io.ts';
import { crcToWrite, encodeHead, FRAME_HEAD, frameSize } from './frame.ts';
import { type Segment, segmentPath } from './recovery.ts';

export type PendingFrame = {
  readonly parts: readonly Buffer[];
  readonly events: number;
  readonly appendedAt: number;
};

/**
 * Appends frames and rotates segments. Acknowledged files are removed: preallocated ones would sync faster,
 * but new ones sync in under a millisecond and never contain old frames.
 */
export class SegmentWriter {
  private file: BufferFile | null = null;
  private active: Segment | null = null;
  private readonly io: FileIo;
  private readonly folder: string;
  private readonly segmentBytes: number;
  private nextNumber: number;

  constructor(io: FileIo, folder: string, segmentBytes: number, nextNumber: number) {
    this.io = io;
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.nextNumber = nextNumber;
  }

  get activeNumber(): number {
    return this.active?.number ?? -1;
  }

  /**
   * Writes frames after event `tail`; returns the segment with its new end. A failed write does not count,
   * and the next begins a new segment.
   */
  async write(frames: readonly PendingFrame[], tail: number, sync: boolean): Promise<Segment> {
    try {
      const size = frames.reduce((sum, { parts }) => sum + frameSize(parts), 0);
      const { file, segment } = await this.room(size);
      const parts: Buffer[] = [];
      let lastEvent = tail;
      for (const frame of frames) {
        const length = frameSize(frame.parts) - FRAME_HEAD;
        lastEvent += frame.events;
        const { events, appendedAt } = frame;
        const crc = crcToWrite(frame.parts);
        parts.push(
          encodeHead({ length, payloadCrc: crc, events, generation: segment.number, lastEvent, appendedAt }),
          ...frame.parts,
        );
      }
      await file.write(parts, segment.end);
      if (sync) await file.sync();
      segment.end += size;
      segment.lastEvent = lastEvent;
      return segment;
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }

  async sync(): Promise<void> {
    try {
      await this.file?.sync();
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }

  async close(): Promise<void> {
    const file = this.file;
    this.file = null;
    this.active = null;
    await file?.close().catch(() => undefined);
  }

  /** Rotates at `segmentBytes`, except for a larger single write. */
  private async room(bytes: number): Promise<{ file: BufferFile; segment: Segment }> {
    if (this.active && this.active.end > 0 && this.active.end + bytes > this.segmentBytes) {
      await this.file?.sync();
      await this.close();
    }
    if (this.file && this.active) return { file: this.file, segment: this.active };
    const number = this.nextNumber++;
    const path = segmentPath(this.folder, number);
    this.file = await this.io.open(path, 'create');
    this.active = { number, path, end: 0, lastEvent: 0 };
    await this.io.syncFolder(this.folder);
    return { file: this.file, segment: this.active };
  }

  /** After a failed write or sync the file is not trusted; its end is cut off if possible. */
  private async abandon(): Promise<void> {
    const { file, active } = this;
    if (file && active) {
      await file.truncate(active.end).catch(() => undefined);
      await this.close();
      if (active.end === 0) await this.io.remove(active.path).catch(() => undefined);
    }
  }
}
