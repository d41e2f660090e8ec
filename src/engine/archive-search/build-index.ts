import { NEWLINE } from '../event/bytes.ts';
import {
  type IndexHead,
  MINUTE_MICROS,
  MINUTES_MAX,
  type MinuteCounts,
  readStamp,
  writeIndex,
} from './file-index.ts';
import { GramBuilder } from './gram-filter.ts';
import { countNewlines, readLineBlocks } from './lines.ts';
import type { ArchiveFile } from './listing.ts';
import { readParquet } from './parquet.ts';
import { ArchiveEvent, type ArchiveRecord, parseRecord, readWrittenTimes } from './record.ts';

const ESCAPE = Buffer.from('\\u');

/** Logs are rarely packed better. */
const UNPACKED_FACTOR = 32;

/** What is known of a file while it is read. */
class Summary {
  readonly grams: GramBuilder;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  events = 0;
  readonly #minutes = new Map<number, number>();

  constructor(path: string, size: number) {
    this.grams = new GramBuilder(path.endsWith('.ndjson') ? size : size * UNPACKED_FACTOR);
  }

  addTime(micros: number): void {
    if (micros < this.first) this.first = micros;
    if (micros > this.last) this.last = micros;
    this.events++;
    const minute = Math.floor(micros / MINUTE_MICROS);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
  }

  /** Undefined where they would fill more than a day. */
  countMinutes(): MinuteCounts | undefined {
    const first = Math.floor(this.first / MINUTE_MICROS);
    const length = Math.floor(this.last / MINUTE_MICROS) - first + 1;
    if (length > MINUTES_MAX) return undefined;
    return { first, counts: Array.from({ length }, (_, at) => this.#minutes.get(first + at) ?? 0) };
  }

  /** Names and texts that are written with escapes are found by what they stand for. */
  addStrings(record: ArchiveRecord): void {
    this.grams.addText(record.text);
    for (const text of new ArchiveEvent(record).strings) this.grams.addText(text);
  }
}

/** Between blocks other work gets its turn. */
type Pause = () => Promise<void>;

/** @returns false for a file with lines that are no records */
async function summarizeLines(path: string, summary: Summary, pause: Pause): Promise<boolean> {
  for await (const { bytes, isTorn } of readLineBlocks(path)) {
    if (isTorn) return false;
    summary.grams.add(bytes);
    const times = bytes.includes(ESCAPE)
      ? undefined
      : readWrittenTimes(bytes, countNewlines(bytes, 0, bytes.length));
    if (times) {
      for (const micros of times) summary.addTime(micros);
      await pause();
      continue;
    }
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end > from && !addLine(summary, bytes.subarray(from, end))) return false;
      from = end + 1;
    }
    await pause();
  }
  return true;
}

function addLine(summary: Summary, line: Buffer): boolean {
  const record = parseRecord(line.toString());
  if (!record) return false;
  summary.addTime(record.micros);
  if (line.includes(ESCAPE)) summary.addStrings(record);
  return true;
}

/** As the line of such a record would be: it has the names `message` and `event`. */
const toLine = ({ text, isText }: ArchiveRecord): string =>
  isText ? `"message":${JSON.stringify(text)}` : `"event":${text}`;

async function summarizeRows(path: string, summary: Summary, pause: Pause): Promise<boolean> {
  for await (const { records } of readParquet(path)) {
    for (const record of records) {
      if (!record) return false;
      const line = toLine(record);
      summary.addTime(record.micros);
      summary.grams.addText(line);
      if (line.includes('\\u')) summary.addStrings(record);
    }
    await pause();
  }
  return true;
}

/**
 * Reads a file and writes its index. None is written for a file that cannot be read whole, has lines that are
 * no records, or changes meanwhile: then each search reads it, and says so.
 * @throws system and zlib errors, or an Error that names the damage
 */
export async function buildIndex(
  folder: string,
  { path }: ArchiveFile,
  pause: Pause,
  settledMs: number,
): Promise<boolean> {
  const stamp = readStamp(path, settledMs);
  if (!stamp) return false;
  const summary = new Summary(path, Number(stamp.size));
  const isWhole = await (path.endsWith('.parquet') ? summarizeRows : summarizeLines)(path, summary, pause);
  const after = readStamp(path, settledMs);
  if (!isWhole || summary.events === 0 || JSON.stringify(after) !== JSON.stringify(stamp)) return false;
  const { first, last, events, grams } = summary;
  const head: IndexHead = { path, stamp, first, last, events, minutes: summary.countMinutes() };
  await writeIndex(folder, head, grams.finish());
  return true;
}
