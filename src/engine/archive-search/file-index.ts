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
/** Holds most index heads, so one read is enough. */
const FIRST_READ_BYTES = 2048;
const HEAD_MAX_BYTES = 1 << 16;
/** Longer files have no minute counts: archives do not write them. */
export const MINUTES_MAX = 1440;
export const MINUTE_MICROS = 60_000_000;
/** A recently changed file may change again within the same time stamp. */
export const SETTLED_MS = 2000;

/** Distinguishes a file from a later one at its path. */
export type FileStamp = { readonly size: string; readonly changed: string; readonly node: string };

export type IndexHead = {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Of the first and last event, in microseconds since 1970. */
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly minutes?: MinuteCounts | undefined;
};

/** Events per minute from `first` (minutes since 1970). */
export type MinuteCounts = { readonly first: number; readonly counts: readonly number[] };

type IndexedFile = Pick<ArchiveFile, 'path' | 'object'>;
/** Replaces the inode: an object never changes under its tag. */
const OBJECT = 'object';

/** Undefined for a file that is gone, or changed within `settledMs`. */
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

/** Time until an index of the file can be trusted; 0 when the file is gone. */
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

/** Index content of a file. Without word lists, words are counted by reading the file. */
export type IndexedEvents = {
  readonly filter: GramFilter;
  readonly words: Uint8Array;
  readonly fields: IndexedFields;
};

/** Atomic and durable. @throws system errors */
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
  /** Each match contains one; undefined: unknown. */
  readonly needles: readonly string[] | undefined;
  readonly span: Span;
  /** Finds exactly the matches in a file that lies within the window. */
  readonly words?: WordTest | undefined;
};
/** `missing`: there is no usable index. */
export type Verdict =
  | { readonly kind: 'missing' }
  | { readonly kind: 'read'; readonly head: IndexHead; readonly found?: EventSet | undefined }
  | { readonly kind: 'skip'; readonly events: number };

const MISSING: Verdict = { kind: 'missing' };

function readAt(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined;
}

type OpenIndex = {
  readonly file: number;
  readonly head: IndexHead;
  readonly shortAt: number;
  readonly longBytes: number;
  readonly wordsAt: number;
  readonly wordBytes: number;
  readonly fieldBytes: number;
};

/** Undefined when truncated, of another version, or for another state of the file. */
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

/** Whether a file can hold matches. Reads only the sections needed. */
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
/** Buckets are not asked whether an object still exists: its index just expires. */
const OBJECT_KEPT_MS = 90 * 86_400_000;

/** Removes indexes of deleted files, and drafts left by a kill. */
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
    // Without permission to look, it may still exist.
    return ['EACCES', 'EPERM', 'ERR_ACCESS_DENIED'].includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    await file.close();
  }
}
