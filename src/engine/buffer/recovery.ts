import { join } from 'node:path';
import type { FileIo } from './file-io.ts';
import type { Position } from './position-file.ts';
import { SegmentReader } from './segment-reader.ts';
import type { RecoveryReport } from './types.ts';

/** A segment file: intact frames end at `end`, and its last event that counts is `lastEvent`. */
export type Segment = {
  readonly number: number;
  readonly path: string;
  end: number;
  lastEvent: number;
  /** Bytes that count against the limit of the buffer until the file is removed, see FrameSource.newlyDone. */
  held?: number;
};

/** Numbers of events that are gone: after `from`, up to and with `to`. */
export type Gap = { readonly from: number; readonly to: number };

export type Recovered = {
  readonly segments: Segment[];
  readonly acked: number;
  readonly tail: number;
  readonly nextSegment: number;
  readonly pendingBytes: number;
  readonly oldestAt: number | null;
  readonly gaps: Gap[];
  readonly report: RecoveryReport;
};

type FrameNote = { lastEvent: number; events: number; size: number; appendedAt: number };
type Scan = { segment: Segment; frames: FrameNote[]; damaged: boolean; tornBytes: number };

const SEGMENT_NAME = /^segment-(\d{12})$/;
const MAX_QUARANTINED = 8;
const READ_ATTEMPTS = 3;

export const segmentPath = (folder: string, number: number): string =>
  join(folder, `segment-${String(number).padStart(12, '0')}`);

/** Reads what an earlier run left; damage is passed over, counted, and kept aside in `quarantine`. */
export async function recover(io: FileIo, folder: string, position: Position | null): Promise<Recovered> {
  const numbers = (await io.list(folder))
    .map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? -1))
    .filter((number) => number >= 0)
    .sort((a, b) => a - b);
  const scans: Scan[] = [];
  for (const number of numbers) scans.push(await scan(io, folder, number));
  dropSuperseded(scans);

  const first = scans.find((entry) => entry.frames.length > 0)?.frames[0];
  const acked = position?.acked ?? (first ? first.lastEvent - first.events : 0);
  const gaps: Gap[] = [];
  let reached = acked;
  let pendingBytes = 0;
  let oldestAt: number | null = null;
  for (const entry of scans) {
    for (const frame of entry.frames) {
      if (frame.lastEvent <= acked) continue;
      const before = frame.lastEvent - frame.events;
      if (before > reached) {
        gaps.push({ from: reached, to: before });
        entry.damaged = true;
      }
      reached = frame.lastEvent;
      pendingBytes += frame.size;
      oldestAt ??= frame.appendedAt;
    }
  }
  const tail = Math.max(reached, position?.tail ?? 0);
  if (tail > reached) {
    gaps.push({ from: reached, to: tail });
    const last = scans.at(-1);
    if (last) last.damaged = true;
  }
  const damaged = scans.filter((entry) => entry.damaged);
  await quarantine(io, folder, damaged);
  const lostEvents = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return {
    segments: scans.map((entry) => entry.segment),
    acked,
    tail,
    nextSegment: (numbers.at(-1) ?? 0) + 1,
    pendingBytes,
    oldestAt,
    gaps,
    report: {
      events: tail - acked - lostEvents,
      lostEvents,
      corruptSegments: damaged.length,
      tornBytes: scans.reduce((sum, entry) => sum + entry.tornBytes, 0),
    },
  };
}

/** Tries more than once: an I/O error that passes must not cost a segment. */
async function scan(io: FileIo, folder: string, number: number): Promise<Scan> {
  const segment: Segment = { number, path: segmentPath(folder, number), end: 0, lastEvent: 0 };
  for (let attempt = 1; ; attempt++) {
    const result: Scan = { segment, frames: [], damaged: false, tornBytes: 0 };
    try {
      await scanFile(io, result);
      return result;
    } catch {
      result.damaged = true;
      if (attempt === READ_ATTEMPTS) return result;
    }
  }
}

async function scanFile(io: FileIo, into: Scan): Promise<void> {
  const { segment, frames } = into;
  const reader = new SegmentReader(await io.open(segment.path, 'read'), segment.number);
  try {
    const size = await reader.size();
    for (let frame = await reader.next(size); frame; frame = await reader.next(size)) {
      if (frame.skipped > 0) into.damaged = true;
      const { lastEvent, events, appendedAt } = frame;
      frames.push({ lastEvent, events, appendedAt, size: frame.size });
      frame.release();
      segment.end = reader.offset;
      segment.lastEvent = lastEvent;
    }
    into.tornBytes = size - segment.end;
  } finally {
    await reader.close();
  }
}

/** Frames of a failed append can stand at the end of a segment; the next segment then uses their numbers anew. */
function dropSuperseded(scans: readonly Scan[]): void {
  let before = Number.POSITIVE_INFINITY;
  for (const entry of [...scans].reverse()) {
    while (entry.frames.length > 0 && entry.frames.at(-1)!.lastEvent > before) entry.frames.pop();
    entry.segment.lastEvent = entry.frames.at(-1)?.lastEvent ?? 0;
    const first = entry.frames[0];
    if (first) before = first.lastEvent - first.events;
  }
}

/** A copy for people to look at; the buffer itself does not need it. */
async function quarantine(io: FileIo, folder: string, damaged: readonly Scan[]): Promise<void> {
  if (damaged.length === 0) return;
  try {
    const target = join(folder, 'quarantine');
    await io.makeFolder(target);
    const present = new Set(await io.list(target));
    for (const { segment } of damaged) {
      const name = `segment-${segment.number}`;
      if (present.size >= MAX_QUARANTINED || present.has(name)) continue;
      await io.copy(segment.path, join(target, name));
      present.add(name);
    }
  } catch {
    // A full disk must not keep the buffer from opening.
  }
}
