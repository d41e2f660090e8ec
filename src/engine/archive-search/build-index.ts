import { BACKSLASH, NEWLINE } from '../event/bytes.ts';
import { FieldSummary } from './field-summary.ts';
import {
  type IndexHead,
  MINUTE_MICROS,
  MINUTES_MAX,
  type MinuteCounts,
  readStamp,
  writeIndex,
} from './file-index.ts';
import { GramBuilder } from './gram-filter.ts';
import { readLineBlocks } from './lines.ts';
import type { ArchiveFile } from './list-folder.ts';
import { readParquet } from './parquet.ts';
import { PlainLineReader } from './plain-line.ts';
import { ArchiveEvent, type ArchiveRecord, parseRecord } from './record.ts';
import { WordListBuilder } from './word-lists.ts';

const ESCAPE = Buffer.from('\\u');

/** Logs rarely compress better. */
const UNPACKED_FACTOR = 32;

class Summary {
  readonly grams: GramBuilder;
  readonly words = new WordListBuilder();
  readonly fields = new FieldSummary();
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  events = 0;
  #minute = Number.NEGATIVE_INFINITY;
  #isOrdered = true;
  readonly #minutes = new Map<number, number>();

  constructor(path: string, size: number) {
    this.grams = new GramBuilder(path.endsWith('.ndjson') ? size : size * UNPACKED_FACTOR);
  }

  addTime(micros: number): void {
    if (micros < this.first) this.first = micros;
    if (micros > this.last) this.last = micros;
    this.events++;
    const minute = Math.floor(micros / MINUTE_MICROS);
    if (minute < this.#minute) this.#isOrdered = false;
    this.#minute = minute;
    this.words.nextEvent();
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
  }

  finishWords(): Uint8Array {
    return this.#isOrdered ? this.words.finish() : new Uint8Array();
  }

  /** Undefined when they span more than a day. */
  countMinutes(): MinuteCounts | undefined {
    const first = Math.floor(this.first / MINUTE_MICROS);
    const length = Math.floor(this.last / MINUTE_MICROS) - first + 1;
    if (length > MINUTES_MAX) return undefined;
    return { first, counts: Array.from({ length }, (_, at) => this.#minutes.get(first + at) ?? 0) };
  }
}

type Pause = () => Promise<void>;

async function summarizeLines(path: string, summary: Summary, pause: Pause): Promise<boolean> {
  const plain = new PlainLineReader();
  for await (const { bytes, isTorn } of readLineBlocks(path)) {
    if (isTorn) return false;
    summary.grams.add(bytes);
    const hasEscapes = bytes.includes(BACKSLASH);
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, from);
      const isPlain = !hasEscapes || !bytes.subarray(from, end).includes(BACKSLASH);
      if (isPlain && plain.read(bytes, from, end)) {
        summary.addTime(plain.micros);
        summary.words.add(bytes, plain.from, plain.to);
        if (plain.isText) summary.fields.addText(plain.to - plain.from);
        else summary.fields.addObject(bytes, plain.from, plain.to);
      } else if (end > from) {
        const record = addLine(summary, bytes.subarray(from, end));
        if (!record) return false;
        plain.learn(record);
      }
      from = end + 1;
    }
    await pause();
  }
  return true;
}

const quote = (text: string): string => `"${text}"`;

/** @returns undefined for an invalid line; nothing was added */
function addLine(summary: Summary, line: Buffer): ArchiveRecord | undefined {
  const record = parseRecord(line.toString());
  if (!record) return undefined;
  summary.addTime(record.micros);
  summary.words.addText(record.text);
  summary.fields.add(record);
  if (!line.includes(BACKSLASH)) return record;
  const isEscaped = line.includes(ESCAPE);
  if (isEscaped) summary.grams.addText(quote(record.text));
  for (const text of new ArchiveEvent(record).strings) {
    summary.words.addText(text);
    // Escaped names and texts are found by what they stand for.
    if (isEscaped) summary.grams.addText(quote(text));
  }
  return record;
}

/** Imitates a record's line, with its names `message` and `event`. */
const toLine = ({ text, isText }: ArchiveRecord): string =>
  isText ? `"message":${JSON.stringify(text)}` : `"event":${text}`;

async function summarizeRows(path: string, summary: Summary, pause: Pause): Promise<boolean> {
  for await (const { records } of readParquet(path)) {
    for (const record of records) {
      if (!record) return false;
      const line = toLine(record);
      summary.addTime(record.micros);
      summary.grams.addText(line);
      summary.words.addText(record.text);
      summary.fields.add(record);
      if (!line.includes('\\')) continue;
      const isEscaped = line.includes('\\u');
      if (isEscaped) summary.grams.addText(quote(record.text));
      for (const text of new ArchiveEvent(record).strings) {
        summary.words.addText(text);
        if (isEscaped) summary.grams.addText(quote(text));
      }
    }
    await pause();
  }
  return true;
}

/**
 * Reads a file and writes its index. Files that are damaged, have invalid lines or change meanwhile get none:
 * each search reads and reports them.
 * @throws system and zlib errors, or an Error naming the damage
 */
export async function buildIndex(
  folder: string,
  file: ArchiveFile,
  pause: Pause,
  settledMs: number,
): Promise<boolean> {
  const stamp = readStamp(file, settledMs);
  if (!stamp) return false;
  const path = file.object?.localPath ?? file.path;
  const summary = new Summary(path, Number(stamp.size));
  const isWhole = await (path.endsWith('.parquet') ? summarizeRows : summarizeLines)(path, summary, pause);
  const after = readStamp(file, settledMs);
  if (!isWhole || summary.events === 0 || JSON.stringify(after) !== JSON.stringify(stamp)) return false;
  const { first, last, events, grams, fields } = summary;
  const head: IndexHead = { path: file.path, stamp, first, last, events, minutes: summary.countMinutes() };
  await writeIndex(folder, head, {
    filter: grams.finish(),
    words: summary.finishWords(),
    fields: fields.finish(),
  });
  return true;
}
