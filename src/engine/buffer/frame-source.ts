import type { FileIo } from './file-io.ts';
import type { Gap, Recovered, Segment } from './recovery.ts';
import { SegmentReader, type StoredFrame } from './segment-reader.ts';
import type { BufferedFrame } from './types.ts';

type InFlight = { readonly position: number; readonly size: number; readonly appendedAt: number };

const MAX_READ_FAILURES = 3;

/** Reading side of a disk buffer: frames in order, acknowledged, lost. */
export class FrameSource {
  lostEvents: number;
  acked: number;
  private readonly io: FileIo;
  private readonly segments: Segment[];
  private readonly gaps: Gap[];
  private inFlight: InFlight[] = [];
  private position: number;
  private reader: { readonly segment: Segment; readonly frames: SegmentReader } | null = null;
  private epoch = 0;
  private unreadSince: number;
  private unread: boolean;
  private failures = 0;

  constructor(io: FileIo, found: Recovered) {
    this.io = io;
    this.segments = found.segments;
    this.gaps = [...found.gaps];
    this.lostEvents = found.report.lostEvents;
    this.acked = found.acked;
    this.position = found.acked;
    this.unread = found.oldestAt !== null;
    this.unreadSince = found.oldestAt ?? 0;
  }

  grown(segment: Segment, appendedAt: number): boolean {
    const isNew = this.segments.at(-1) !== segment;
    if (isNew) this.segments.push(segment);
    if (!this.unread) this.unreadSince = appendedAt;
    this.unread = true;
    return isNew;
  }

  /** Next frame and the damaged bytes skipped before it; null when none. */
  async next(): Promise<{ frame: BufferedFrame | null; lostBytes: number }> {
    let lostBytes = 0;
    for (;;) {
      const epoch = this.epoch;
      const segment = this.segments.find((entry) => entry.lastEvent > this.position);
      if (!segment) {
        this.unread = false;
        return { frame: null, lostBytes };
      }
      // The writer may raise these during a read.
      const { end, lastEvent } = segment;
      const found = await this.readFrom(segment, end);
      if (epoch !== this.epoch) continue;
      const { stored, offset } = found;
      if (stored === null || stored.lastEvent > lastEvent) {
        if (this.noteGap(this.position, lastEvent)) lostBytes += end - offset;
        this.position = lastEvent;
        continue;
      }
      if (stored.lastEvent <= this.position) continue;
      if (this.noteGap(this.position, stored.lastEvent - stored.events)) lostBytes += stored.skipped;
      this.position = stored.lastEvent;
      this.unreadSince = stored.appendedAt;
      const { payload, events, appendedAt, release } = stored;
      if (stored.lastEvent > this.highestRead())
        this.inFlight.push({ position: stored.lastEvent, size: stored.size, appendedAt });
      return { frame: { position: stored.lastEvent, events, payload, appendedAt, release }, lostBytes };
    }
  }

  /** Acknowledges up to that position; returns the bytes freed. */
  acknowledge(position: number): number {
    this.acked = Math.max(this.acked, Math.min(position, this.highestRead()));
    this.position = Math.max(this.position, this.acked);
    let freed = 0;
    while (this.inFlight[0] && this.inFlight[0].position <= this.acked)
      freed += this.inFlight.shift()?.size ?? 0;
    while (this.gaps[0] && this.gaps[0].to <= this.acked) this.gaps.shift();
    return freed;
  }

  rewind(): void {
    this.epoch++;
    this.position = this.acked;
    void this.closeReader();
  }

  pendingEvents(tail: number): number {
    let lost = 0;
    for (const gap of this.gaps) lost += Math.max(0, gap.to - Math.max(gap.from, this.acked));
    return tail - this.acked - lost;
  }

  oldestAt(tail: number): number | null {
    if (this.pendingEvents(tail) === 0) return null;
    return this.inFlight[0]?.appendedAt ?? this.unreadSince;
  }

  /** Bytes of newly finished files. They count against the limit until the position is saved. */
  newlyDone(activeNumber: number): number {
    let bytes = 0;
    for (const segment of this.segments) {
      if (segment.lastEvent > this.acked || segment.number === activeNumber) break;
      if (segment.held !== undefined) continue;
      segment.held = segment.end;
      bytes += segment.end;
    }
    return bytes;
  }

  /** Forgets segments without events after `saved`, except the current one. */
  takeFinished(saved: number, activeNumber: number): Segment[] {
    const done: Segment[] = [];
    while (
      this.segments[0] &&
      this.segments[0].lastEvent <= saved &&
      this.segments[0].number !== activeNumber
    )
      done.push(this.segments.shift()!);
    // An open file occupies disk space even when deleted.
    if (this.reader && done.includes(this.reader.segment)) void this.closeReader();
    return done;
  }

  async close(): Promise<void> {
    this.epoch++;
    await this.closeReader();
  }

  private highestRead(): number {
    return this.inFlight.at(-1)?.position ?? this.acked;
  }

  /** A missing or unreadable segment counts as damaged and must not block later ones. */
  private async readFrom(
    segment: Segment,
    end: number,
  ): Promise<{ stored: StoredFrame | null; offset: number }> {
    try {
      const frames = await this.readerOf(segment);
      const stored = await frames.next(end);
      this.failures = 0;
      return { stored, offset: frames.offset };
    } catch (error) {
      await this.closeReader();
      const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!gone && ++this.failures < MAX_READ_FAILURES) throw error;
      this.failures = 0;
      return { stored: null, offset: 0 };
    }
  }

  private async readerOf(segment: Segment): Promise<SegmentReader> {
    if (this.reader?.segment === segment) return this.reader.frames;
    await this.closeReader();
    const frames = new SegmentReader(await this.io.open(segment.path, 'read'), segment.number);
    this.reader = { segment, frames };
    return frames;
  }

  private async closeReader(): Promise<void> {
    const reader = this.reader;
    this.reader = null;
    await reader?.frames.close().catch(() => undefined);
  }

  /** Counts the gap between two numbers; true when new. */
  private noteGap(from: number, to: number): boolean {
    let known = 0;
    for (const gap of this.gaps) known += Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from));
    if (known >= to - from) return false;
    this.lostEvents += to - from - known;
    const others = this.gaps.filter((gap) => gap.from < from || gap.to > to);
    this.gaps.splice(0, this.gaps.length, ...others, { from, to });
    this.gaps.sort((a, b) => a.from - b.from);
    return true;
  }
}
