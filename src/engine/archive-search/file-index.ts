import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IndexedFields } from './field-summary.ts';
import { type GramFilter, listProbes, SHORT_BYTES } from './gram-filter.ts';
import type { ArchiveFile } from './list-folder.ts';
import { type EventSet, WordLists } from './word-lists.ts';
import { findByWords, type WordTest } from './word-test.ts';
import type { Span } from './written-span.ts';

const MAGIC = 'PSTKIDX5';
const LENGTHS_BYTES = 24;
/** Holds the head of most indexes, so that one read is enough. */
const FIRST_READ_BYTES = 2048;
const HEAD_MAX_BYTES = 1 << 16;
/** A longer file has no counts of minutes: it was written by something else. */
export const MINUTES_MAX = 1440;
export const MINUTE_MICROS = 60_000_000;
/** A file that changed lately may change again within the same time stamp. */
export const SETTLED_MS = 2000;

/** Tells a file from what later has its path. */
export type FileStamp = { readonly size: string; readonly changed: string; readonly node: string };

export type IndexHead = {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Microseconds since 1970 of the first and last event. */
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly minutes?: MinuteCounts | undefined;
};

/** Events of each minute from the first one on (minutes since 1970). */
export type MinuteCounts = { readonly first: number; readonly counts: readonly number[] };

type IndexedFile = Pick<ArchiveFile, 'path' | 'object'>;
/** In place of the node of a file: an object does not change under its tag. */
const OBJECT = 'object';

/** Undefined for a file that is gone, or changed less than `settledMs` ago. */
export function readStamp({ path, object }: IndexedFile, settledMs: number): FileStamp | undefined {
  if (object) return { size: `${object.size}`, changed: object.etag, node: OBJECT };
  try {
    const { size, mtimeNs, ctimeMs, ino } = statSync(path, { bigint: true });
    if (Date.now() - Number(ctimeMs) < settledMs) return undefined;
    return { size: `${size}`, changed: `${mtimeNs}`, node: `${ino}` };
  } catch {
    return undefined;
  }
}

/** How long a file must stay as it is before an index can be sure of it; 0 for one that is gone. */
export function measureUnsettledMs({ path, object }: IndexedFile, settledMs: number): number {
  if (object) return 0;
  const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return Math.max(0, Math.ceil(changed + settledMs - Date.now()));
}

export const isSameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.changed === b.changed && a.node === b.node;

export function findIndexPath(folder: string, path: string): string {
  const name = createHash('sha256').update(path).digest('hex');
  return join(folder, name.slice(0, 2), `${name}.index`);
}

/** What is known of the events of a file. Without word lists, words are counted by reading it. */
export type IndexedEvents = {
  readonly filter: GramFilter;
  readonly words: Uint8Array;
  readonly fields: IndexedFields;
};

/** Whole or not at all, also when the machine stops. @throws system errors */
export async function writeIndex(
  folder: string,
  head: IndexHead,
  { filter, words, fields }: IndexedEvents,
): Promise<void> {
  const path = findIndexPath(folder, head.path);
  const text = Buffer.from(JSON.stringify(head));
  const fieldText = Buffer.from(JSON.stringify(fields));
  const start = Buffer.alloc(LENGTHS_BYTES);
  start.write(MAGIC);
  start.writeUInt32LE(text.length, 8);
  start.writeUInt32LE(filter.long.length, 12);
  start.writeUInt32LE(words.length, 16);
  start.writeUInt32LE(fieldText.length, 20);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writev([start, text, filter.short, filter.long, words, fieldText]);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

export type Wanted = {
  /** A match holds one of them; undefined: nothing is known. */
  readonly needles: readonly string[] | undefined;
  readonly span: Span;
  /** What all matches are found by, where the file lies in the window. */
  readonly words?: WordTest | undefined;
};
/** `missing`: nothing is known of the file. */
export type Verdict =
  | { readonly kind: 'missing' }
  | { readonly kind: 'read'; readonly head: IndexHead; readonly found?: EventSet | undefined }
  | { readonly kind: 'skip'; readonly events: number };

const MISSING: Verdict = { kind: 'missing' };

function readAt(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined;
}

/** An index that is open, and where its parts begin. */
type OpenIndex = {
  readonly file: number;
  readonly head: IndexHead;
  readonly shortAt: number;
  readonly longBytes: number;
  readonly wordsAt: number;
  readonly wordBytes: number;
  readonly fieldBytes: number;
};

/** Undefined where it is cut short, of another version, or of another state of the file. */
function openParts(file: number, archived: IndexedFile, settledMs: number): OpenIndex | undefined {
  const { size } = fstatSync(file);
  const first = readAt(file, 0, Math.min(size, FIRST_READ_BYTES));
  if (!first || first.length < LENGTHS_BYTES || first.toString('latin1', 0, 8) !== MAGIC) return undefined;
  const headBytes = first.readUInt32LE(8);
  const longBytes = first.readUInt32LE(12);
  const wordBytes = first.readUInt32LE(16);
  const fieldBytes = first.readUInt32LE(20);
  const shortAt = LENGTHS_BYTES + headBytes;
  const wordsAt = shortAt + SHORT_BYTES + longBytes;
  if (headBytes > HEAD_MAX_BYTES || size !== wordsAt + wordBytes + fieldBytes) return undefined;
  const text =
    shortAt <= first.length ? first.subarray(LENGTHS_BYTES, shortAt) : readAt(file, LENGTHS_BYTES, headBytes);
  if (!text) return undefined;
  const head = JSON.parse(text.toString()) as IndexHead;
  const stamp = readStamp(archived, settledMs);
  if (!stamp || head.path !== archived.path || !isSameStamp(head.stamp, stamp)) return undefined;
  return { file, head, shortAt, longBytes, wordsAt, wordBytes, fieldBytes };
}

/** Undefined where nothing is known of the file. */
function useIndex<T>(
  folder: string,
  archived: IndexedFile,
  settledMs: number,
  use: (index: OpenIndex) => T | undefined,
): T | undefined {
  let file: number;
  try {
    file = openSync(findIndexPath(folder, archived.path), 'r');
  } catch {
    return undefined;
  }
  try {
    const index = openParts(file, archived, settledMs);
    return index && use(index);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Whether a file can hold what is wanted, by its index. Only the parts of the index that tell are read. */
export const consultIndex = (
  folder: string,
  archived: IndexedFile,
  wanted: Wanted,
  settledMs: number,
): Verdict => useIndex(folder, archived, settledMs, (index) => judge(index, wanted)) ?? MISSING;

function judge(index: OpenIndex, { needles, span, words }: Wanted): Verdict {
  const { file, head, shortAt, longBytes, wordsAt, wordBytes } = index;
  const skip: Verdict = { kind: 'skip', events: head.events };
  if (head.first >= span.to || head.last < span.from) return skip;
  const readByWords = (): Verdict => {
    const isWithin = head.minutes && head.first >= span.from && head.last < span.to;
    if (!words || !isWithin || wordBytes === 0) return { kind: 'read', head };
    const lists = new WordLists((at, length) => {
      const part = readAt(file, wordsAt + at, length);
      if (!part) throw new Error('the index is cut short');
      return part;
    }, head.events);
    return { kind: 'read', head, found: findByWords(words, lists, head.events) };
  };
  if (needles === undefined) return readByWords();
  const isSet = (start: number, bit: number): boolean => {
    const byte = readAt(file, start + (bit >>> 3), 1);
    return byte === undefined || (byte[0]! & (1 << (bit & 7))) !== 0;
  };
  const mayHold = needles.some((needle) => {
    const { short, long } = listProbes(needle, longBytes);
    return (
      long.every((bit) => isSet(shortAt + SHORT_BYTES, bit)) && short.every((bit) => isSet(shortAt, bit))
    );
  });
  return mayHold ? readByWords() : skip;
}

/** Fields of the events of a file; undefined where nothing is known of it. */
export const readIndexedFields = (
  folder: string,
  archived: IndexedFile,
  settledMs: number,
): IndexedFields | undefined =>
  useIndex(folder, archived, settledMs, ({ file, wordsAt, wordBytes, fieldBytes }) => {
    const text = readAt(file, wordsAt + wordBytes, fieldBytes);
    return text && (JSON.parse(text.toString()) as IndexedFields);
  });

const DRAFT_KEPT_MS = 3_600_000;
/** Whether an object is still in its bucket is not asked: indexes of objects are kept for so long. */
const OBJECT_KEPT_MS = 90 * 86_400_000;

/** Removes indexes of files that are gone, and drafts that a kill left. */
export async function sweepIndexes(folder: string, pause: () => Promise<void>): Promise<void> {
  for (const part of await readdir(folder))
    for (const name of await readdir(join(folder, part))) {
      await pause();
      const path = join(folder, part, name);
      if (!name.endsWith('.index')) {
        const { mtimeMs } = await stat(path);
        if (Date.now() - mtimeMs > DRAFT_KEPT_MS) await rm(path, { force: true });
      } else if (!(await isNeeded(path))) await rm(path, { force: true });
    }
}

async function isNeeded(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(LENGTHS_BYTES + HEAD_MAX_BYTES);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const end = LENGTHS_BYTES + start.readUInt32LE(8);
    if (bytesRead < end || start.toString('latin1', 0, 8) !== MAGIC) return false;
    const head = JSON.parse(start.toString('utf8', LENGTHS_BYTES, end)) as IndexHead;
    if (head.stamp.node === OBJECT) return Date.now() - (await file.stat()).mtimeMs < OBJECT_KEPT_MS;
    await stat(head.path);
    return true;
  } catch (error) {
    // Where it may not look, it may still be there.
    return ['EACCES', 'EPERM', 'ERR_ACCESS_DENIED'].includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    await file.close();
  }
}
