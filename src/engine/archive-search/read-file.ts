import { NEWLINE } from '../event/bytes.ts';
import { describeFault } from './faults.ts';
import { countNewlines } from './lines.ts';
import type { ArchiveFile } from './list-folder.ts';
import { toLocalPath } from './listing.ts';
import { buildNeedleRegex, type Matcher } from './matcher.ts';
import { readParquet } from './parquet.ts';
import type { ReadingLog } from './reading-log.ts';
import { ArchiveEvent, parseEvent, readWrittenTimes } from './record.ts';
import { type CountedBlock, UnpackedFiles } from './unpacked-files.ts';
import { type Span, WrittenSpan } from './written-span.ts';

export type FileReading = {
  readonly matcher: Matcher;
  readonly span: Span;
  readonly log: ReadingLog;
  readonly unpacked?: UnpackedFiles | undefined;
  take(event: ArchiveEvent, line: number): void;
  onBlock?(): void;
  /** If true and every event matches, `takeTime` is called instead of `take`. */
  needsTimesOnly?(): boolean;
  takeTime?(micros: number): void;
  readonly signal?: AbortSignal | undefined;
  isEnough?(): boolean;
  /** When only the newest matches are wanted: time of the oldest still needed, once there are enough. */
  oldestWanted?(): number | undefined;
};

const TORN = 'Its last line is cut short';
export const describeBadLines = (count: number): string =>
  count === 1 ? 'One line is not a record of an archive' : `${count} lines are not records of an archive`;

/**
 * Passes on a file's matches, and notes what cannot be read.
 * @throws the signal's reason
 */
export async function readFile(file: ArchiveFile, reading: FileReading): Promise<void> {
  reading.log.files++;
  try {
    const path = await toLocalPath(file);
    if (path.endsWith('.parquet')) await readRows(file, path, reading);
    else await readLines(file, path, reading);
  } catch (error) {
    reading.signal?.throwIfAborted();
    reading.log.failed(file.name, describeFault(error));
  }
}

/** One event that is too deep must not hide those after it. */
const TOO_DEEP = 'An event is nested too deep to be searched';

function offer(event: ArchiveEvent, line: number, file: ArchiveFile, reading: FileReading): void {
  const { span, matcher, take, log } = reading;
  if (event.record.micros < span.from || event.record.micros >= span.to) return;
  let matches = false;
  try {
    matches = matcher.test(event);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log.failed(file.name, TOO_DEEP);
  }
  if (matches) take(event, line);
}

async function readRows(file: ArchiveFile, path: string, reading: FileReading): Promise<void> {
  const { log } = reading;
  let row = 0;
  let bad = 0;
  for await (const { records, bytes } of readParquet(path)) {
    if (reading.isEnough?.()) break;
    reading.signal?.throwIfAborted();
    reading.onBlock?.();
    log.bytes += bytes;
    log.events += records.length;
    for (const record of records) {
      if (record) offer(new ArchiveEvent(record), row, file, reading);
      else bad++;
      row++;
    }
  }
  if (bad > 0) log.failed(file.name, describeBadLines(bad));
}

/** Limit of lines kept for reading backwards. */
const HELD_BYTES = 16 << 20;
/** Lines between updates of the oldest time wanted. */
const LINES_A_LOOK = 64;

type HeldBlock = Pick<CountedBlock, 'bytes' | 'newest'> & { readonly firstLine: number };

async function readLines(file: ArchiveFile, path: string, reading: FileReading): Promise<void> {
  const { log, matcher } = reading;
  const needle = matcher.needles && buildNeedleRegex(matcher.needles);
  let line = 0;
  let bad = 0;
  const takeLine: TakeLine = (bytes, from, to, at) => {
    if (to === from) return;
    const event = parseEvent(bytes.toString('utf8', from, to));
    if (event) offer(event, at, file, reading);
    else bad++;
  };
  const scan: ScanLines = (bytes, firstLine, take) =>
    needle ? scanNeedles(bytes, needle, firstLine, take) : scanAll(bytes, firstLine, take);
  let held: HeldBlock[] = [];
  let heldBytes = 0;
  const takeHeld = (): void => {
    for (const block of held.reverse()) takeNewest(block, scan, reading, takeLine);
    held = [];
    heldBytes = 0;
  };
  try {
    const { unpacked = new UnpackedFiles() } = reading;
    for await (const { bytes, isTorn, lines, newest } of unpacked.read(file, path)) {
      if (reading.isEnough?.()) break;
      reading.signal?.throwIfAborted();
      reading.onBlock?.();
      log.bytes += bytes.length;
      log.events += lines;
      if (isTorn) {
        const event = parseEvent(bytes.toString());
        if (event) offer(event, line, file, reading);
        else {
          log.events--;
          log.failed(file.name, TORN);
        }
      } else if (reading.oldestWanted) {
        held.push({ bytes, newest, firstLine: line });
        heldBytes += bytes.length;
        if (heldBytes >= HELD_BYTES) takeHeld();
      } else if (needle || !reading.needsTimesOnly?.() || !scanTimes(bytes, lines, reading))
        scan(bytes, line, takeLine);
      line += lines;
    }
  } finally {
    takeHeld();
    if (bad > 0) log.failed(file.name, describeBadLines(bad));
  }
}

type TakeLine = (bytes: Buffer, from: number, to: number, line: number) => void;
type ScanLines = (bytes: Buffer, firstLine: number, take: TakeLine) => void;

/** Reads backwards: once there are enough matches, only times of older lines are compared. */
function takeNewest(
  { bytes, newest, firstLine }: HeldBlock,
  scan: ScanLines,
  { span, oldestWanted }: FileReading,
  take: TakeLine,
): void {
  const wanted = new WrittenSpan();
  const oldest = oldestWanted?.();
  if (oldest !== undefined) {
    wanted.set(oldest, span.to);
    // Comparing times is cheaper than finding words.
    if (newest ? !wanted.canHoldUpTo(newest) : !holdsWanted(bytes, wanted)) return;
  }
  const lines: { from: number; to: number; line: number }[] = [];
  scan(bytes, firstLine, (_, from, to, line) => void lines.push({ from, to, line }));
  let untilLook = 0;
  for (const { from, to, line } of lines.reverse()) {
    if (untilLook === 0) {
      wanted.set(oldestWanted?.() ?? span.from, span.to);
      untilLook = LINES_A_LOOK;
    }
    if (!wanted.canHold(bytes, from)) continue;
    take(bytes, from, to, line);
    untilLook--;
  }
}

function holdsWanted(bytes: Buffer, wanted: WrittenSpan): boolean {
  for (let from = 0; from < bytes.length; from = bytes.indexOf(NEWLINE, from) + 1)
    if (wanted.canHold(bytes, from)) return true;
  return false;
}

function scanAll(bytes: Buffer, firstLine: number, take: TakeLine): void {
  let line = firstLine;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(NEWLINE, from);
    take(bytes, from, end, line);
    from = end + 1;
  }
}

/** Takes the times of lines exactly as archives write them; nothing if the block has any other line. */
function scanTimes(bytes: Buffer, count: number, { span, takeTime }: FileReading): boolean {
  const times = readWrittenTimes(bytes, count);
  if (!times) return false;
  for (const micros of times) if (micros >= span.from && micros < span.to) takeTime?.(micros);
  return true;
}

function scanNeedles(bytes: Buffer, needle: RegExp, firstLine: number, take: TakeLine): void {
  const text = bytes.toString('latin1');
  let line = firstLine;
  let counted = 0;
  needle.lastIndex = 0;
  for (let match = needle.exec(text); match; match = needle.exec(text)) {
    const from = text.lastIndexOf('\n', match.index) + 1;
    const end = text.indexOf('\n', match.index);
    line += countNewlines(bytes, counted, from);
    counted = from;
    take(bytes, from, end, line);
    needle.lastIndex = end + 1;
  }
}
