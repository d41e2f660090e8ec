import { join } from 'node:path';
import type { FileIo } from './file-io.ts';
import type { Position } from './position-file.ts';
import { SegmentReader, type StoredFrame } from './segment-reader.ts';
import type { RecoveryReport } from './types.ts';

/** Intact frames end at `end`; `lastEvent` is the last valid event. */
export type Segment = {
  readonly number: number;
  readonly path: string;
  end: number;
  lastEvent: number;
  /** Bytes counted against the limit until removal, see FrameSource.newlyDone. */
  held?: number;
};

/** Lost events: after `from`, up to and including `to`. */
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

/** Contiguous frames, merged to save memory. */
type Run = { readonly from: number; to: number; bytes: number; readonly appendedAt: number };
type Scan = {
  readonly segment: Segment;
  first: number | null;
  readonly runs: Run[];
  damaged: boolean;
  tornBytes: number;
};

const SEGMENT_NAME = /^segment-(\d{12})$/;
const MAX_QUARANTINED = 8;
const READ_ATTEMPTS = 3;

export const segmentPath = (folder: string, number: number): string =>
  join(folder, `segment-${String(number).padStart(12, '0')}`);

/** Recovers a buffer; damaged parts are skipped, counted and copied to `quarantine`. */
export async function recover(io: FileIo, folder: string, position: Position | null): Promise<Recovered> {
  const numbers = (await io.list(folder))
    .map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? -1))
    .filter((number) => number >= 0)
    .sort((a, b) => a - b);
  const scans: Scan[] = [];
  // A segment may end with frames of a failed append; the next segment reuses their numbers.
  let superseded = Number.POSITIVE_INFINITY;
  for (const number of numbers.toReversed()) {
    const counted = { after: position?.acked ?? Number.NEGATIVE_INFINITY, upTo: superseded };
    const found = await scan(io, folder, number, counted);
    scans.unshift(found);
    superseded = found.first ?? superseded;
  }

  const acked = position?.acked ?? scans.find((entry) => entry.first !== null)?.first ?? 0;
  const gaps: Gap[] = [];
  let reached = acked;
  let pendingBytes = 0;
  let oldestAt: number | null = null;
  for (const entry of scans) {
    for (const run of entry.runs) {
      if (run.from > reached) {
        gaps.push({ from: reached, to: run.from });
        entry.damaged = true;
      }
      reached = run.to;
      pendingBytes += run.bytes;
      oldestAt ??= run.appendedAt;
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

/** Valid events of a segment: after the first number, up to and including the second. */
type Counted = { readonly after: number; readonly upTo: number };

/** A transient I/O error must not cost a segment. */
async function scan(io: FileIo, folder: string, number: number, counted: Counted): Promise<Scan> {
  for (let attempt = 1; ; attempt++) {
    const segment: Segment = { number, path: segmentPath(folder, number), end: 0, lastEvent: 0 };
    const result: Scan = { segment, first: null, runs: [], damaged: false, tornBytes: 0 };
    try {
      await scanFile(io, result, counted);
      return result;
    } catch {
      result.damaged = true;
      if (attempt === READ_ATTEMPTS) return result;
    }
  }
}

async function scanFile(io: FileIo, into: Scan, counted: Counted): Promise<void> {
  const { segment } = into;
  const reader = new SegmentReader(await io.open(segment.path, 'read'), segment.number);
  try {
    const size = await reader.size();
    for (let frame = await reader.next(size); frame; frame = await reader.next(size)) {
      if (frame.skipped > 0) into.damaged = true;
      frame.release();
      segment.end = reader.offset;
      if (frame.lastEvent <= counted.upTo) note(into, frame, counted.after);
    }
    into.tornBytes = size - segment.end;
  } finally {
    await reader.close();
  }
}

function note(into: Scan, { lastEvent, events, size, appendedAt }: StoredFrame, after: number): void {
  const from = lastEvent - events;
  into.first ??= from;
  into.segment.lastEvent = lastEvent;
  if (lastEvent <= after) return;
  const run = into.runs.at(-1);
  if (run === undefined || from > run.to) into.runs.push({ from, to: lastEvent, bytes: size, appendedAt });
  else {
    run.to = lastEvent;
    run.bytes += size;
  }
}

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
    // A full disk must not prevent opening.
  }
}
