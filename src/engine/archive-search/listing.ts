import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ArchiveFolder } from '../types/archive-search.ts';
import type { BucketStore, BucketStores, ListedObject } from './bucket-store.ts';
import { describeFault } from './faults.ts';
import {
  type ArchiveFile,
  BoundedFiles,
  compareWritten,
  type FileBounds,
  isArchiveFile,
  parseWritten,
  readFolder,
} from './list-folder.ts';
import type { ReadingLog } from './reading-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type ArchiveHour = {
  /** Unix milliseconds. */
  readonly start: number;
  readonly folders: readonly HourFolder[];
};
export type HourFolder = {
  readonly path?: string | undefined;
  readonly name: string;
  /** All its files in any order. @throws system errors, or an Error for people */
  pages(): AsyncIterable<readonly ArchiveFile[]>;
};

/** Downloads objects first. @throws Error for people */
export const toLocalPath = async ({ path, object }: Pick<ArchiveFile, 'path' | 'object'>): Promise<string> =>
  object ? object.fetch() : path;

/** Folders named `<key>=<value>`. Symbolic links are not followed. */
async function listValues(folder: string, key: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${key}=`))
    .map(({ name }) => name);
}

const toNumber = (name: string): number => Number(name.slice(name.indexOf('=') + 1));

type Span = { readonly from: number; readonly to: number };

const overlaps = (start: number, end: number, { from, to }: Span): boolean => start < to && end > from;

type Day = { readonly parts: readonly string[]; readonly start: number };

async function* walkDays(folder: string, span: Span): AsyncGenerator<Day> {
  for (const year of await listValues(folder, 'year')) {
    const y = toNumber(year);
    if (!overlaps(Date.UTC(y, 0), Date.UTC(y + 1, 0), span)) continue;
    for (const month of await listValues(join(folder, year), 'month')) {
      const m = toNumber(month) - 1;
      if (!overlaps(Date.UTC(y, m), Date.UTC(y, m + 1), span)) continue;
      for (const day of await listValues(join(folder, year, month), 'day')) {
        const start = Date.UTC(y, m, toNumber(day));
        if (overlaps(start, start + DAY_MS, span)) yield { parts: [year, month, day], start };
      }
    }
  }
}

type AddHour = (start: number, folder: HourFolder) => void;

async function addDiskHours({ root, sourceId }: ArchiveFolder, span: Span, log: ReadingLog, add: AddHour) {
  const rootName = nameRoot(root);
  const sources = (await listValues(root, 'source')).filter((name) => name.startsWith(`source=${sourceId}-`));
  for (const source of sources)
    try {
      for await (const { parts, start: day } of walkDays(join(root, source), span))
        for (const hour of await listValues(join(root, source, ...parts), 'hour')) {
          const start = day + toNumber(hour) * HOUR_MS;
          if (!overlaps(start, start + HOUR_MS, span)) continue;
          const place = [source, ...parts, hour];
          const path = join(root, ...place);
          const name = [rootName, ...place].join('/');
          add(start, { path, name, pages: () => readFolder(path, name) });
        }
    } catch (error) {
      log.failed(source, describeFault(error));
    }
}

/** For longer windows, the days that have objects are looked up first. */
const DAYS_AT_SIGHT = 62;
const DAY_DEPTH = 4;
const DAY = /\/year=(\d{4})\/month=(\d\d)\/day=(\d\d)$/;

async function listBucketDays(store: BucketStore, source: string, span: Span): Promise<number[]> {
  const first = Math.floor(span.from / DAY_MS);
  const count = Math.ceil(span.to / DAY_MS) - first;
  if (count <= DAYS_AT_SIGHT) return Array.from({ length: count }, (_, at) => (first + at) * DAY_MS);
  const folders = await store.listFolders(`${store.prefix}${source}/year=`, DAY_DEPTH);
  return folders
    .flatMap((folder) => {
      const [, year, month, day] = DAY.exec(folder) ?? [];
      return year === undefined ? [] : Date.UTC(Number(year), Number(month) - 1, Number(day));
    })
    .filter((start) => overlaps(start, start + DAY_MS, span));
}

const DAY_FILES_MAX = 10_000;

/** Lists a day that lies wholly within the window at once if it has few files, otherwise only its hours. */
async function addBucketHours(
  { root, sourceId }: ArchiveFolder,
  store: BucketStore,
  span: Span,
  log: ReadingLog,
  add: AddHour,
) {
  const rootName = nameRoot(root);
  const toFile = ({ key, url, object }: ListedObject): ArchiveFile[] => {
    const file = key.slice(key.lastIndexOf('/') + 1);
    if (!isArchiveFile(file)) return [];
    const name = `${rootName}/${key.slice(store.prefix.length)}`;
    return [{ path: url, object, name, writtenAt: parseWritten(file) }];
  };
  async function* list(path: string): AsyncGenerator<ArchiveFile[]> {
    for await (const page of store.listPages(`${store.prefix}${path}`)) yield page.flatMap(toFile);
  }
  async function listDay(path: string): Promise<ArchiveFile[] | undefined> {
    const found: ArchiveFile[] = [];
    for await (const page of list(path)) if (found.push(...page) > DAY_FILES_MAX) return undefined;
    return found;
  }
  for (const source of await store.listFolders(`${store.prefix}source=${sourceId}-`, 1))
    try {
      for (const day of await listBucketDays(store, source, span)) {
        const [date = ''] = new Date(day).toISOString().split('T');
        const [year, month, ofMonth] = date.split('-');
        const dayPath = `${source}/year=${year}/month=${month}/day=${ofMonth}/`;
        const isWhole = day >= span.from && day + DAY_MS <= span.to;
        let ofDay: Promise<ArchiveFile[] | undefined> | undefined;
        for (let hour = 0; hour < 24; hour++) {
          const start = day + hour * HOUR_MS;
          if (!overlaps(start, start + HOUR_MS, span)) continue;
          const path = `${dayPath}hour=${String(hour).padStart(2, '0')}/`;
          const name = `${rootName}/${path}`;
          const pages = async function* (): AsyncGenerator<ArchiveFile[]> {
            if (isWhole) ofDay ??= listDay(dayPath);
            const files = await ofDay;
            if (files) yield files.filter((file) => file.name.startsWith(name));
            else yield* list(path);
          };
          add(start, { name: name.slice(0, -1), pages });
        }
      }
    } catch (error) {
      log.failed(source, describeFault(error));
    }
}

const nameRoot = (root: string): string => createHash('sha256').update(root).digest('hex').slice(0, 8);

const nameForPeople = ({ root, bucket }: ArchiveFolder): string =>
  bucket ? String(bucket.bucket) : basename(root);

const NO_BUCKETS = 'Archives in buckets are not read here';

/**
 * Hours of the window with a folder, newest first. In a bucket, an hour may turn out to be empty.
 * @param span in Unix milliseconds; `to` is exclusive
 */
export async function listHours(
  folders: readonly ArchiveFolder[],
  span: Span,
  log: ReadingLog,
  buckets?: BucketStores,
): Promise<ArchiveHour[]> {
  const hours = new Map<number, HourFolder[]>();
  const add: AddHour = (start, folder) => {
    const found = hours.get(start);
    if (found) found.push(folder);
    else hours.set(start, [folder]);
  };
  for (const folder of folders)
    try {
      if (!folder.bucket) await addDiskHours(folder, span, log, add);
      else if (buckets) await addBucketHours(folder, buckets.open(folder.bucket), span, log, add);
      else throw new Error(NO_BUCKETS);
    } catch (error) {
      log.failed(`${nameForPeople(folder)}/source=${folder.sourceId}-…`, describeFault(error));
    }
  return [...hours].sort(([a], [b]) => b - a).map(([start, found]) => ({ start, folders: found }));
}

type Listed = { readonly files: ArchiveFile[]; readonly leftOut: number };
/** `isPart`: time ran out before all names were listed. */
type ListedFolder = Listed & { readonly isPart: boolean };

/** The first files in the order of `bounds`. @throws system errors, or an Error for people */
export async function collectFiles(folder: HourFolder, bounds: FileBounds): Promise<ListedFolder> {
  const found = new BoundedFiles<ArchiveFile>(bounds);
  let isPart = false;
  for await (const page of folder.pages()) {
    for (const file of page) found.add(file);
    isPart = Date.now() > (bounds.until ?? Number.POSITIVE_INFINITY);
    if (isPart) break;
  }
  return { files: found.take(), leftOut: found.leftOut, isPart };
}

export type UnlistedFolder = { readonly folder: HourFolder; readonly reason: string };
export type ListedHour = Listed & {
  readonly failures: readonly UnlistedFolder[];
  readonly inPart: readonly HourFolder[];
};

export async function listFolders(folders: readonly HourFolder[], bounds: FileBounds): Promise<ListedHour> {
  const found = new BoundedFiles<ArchiveFile>(bounds);
  const failures: UnlistedFolder[] = [];
  const inPart: HourFolder[] = [];
  let leftOut = 0;
  for (const folder of folders)
    try {
      const listed = await collectFiles(folder, bounds);
      leftOut += listed.leftOut;
      if (listed.isPart) inPart.push(folder);
      for (const file of listed.files) found.add(file);
    } catch (error) {
      failures.push({ folder, reason: describeFault(error) });
    }
  const files = found.take();
  return { files, leftOut: leftOut + found.leftOut, failures, inPart };
}

export const nameHour = ({ folders }: ArchiveHour): string => folders[0]?.name ?? '';

function noteFaults({ failures, inPart }: ListedHour, log: ReadingLog): void {
  for (const { folder, reason } of failures) log.failed(folder.name, reason);
  for (const { name } of inPart) log.listedInPart(name);
}

/** The first files of an hour in the order of `bounds`; the rest can follow. */
export async function listPart(hour: ArchiveHour, log: ReadingLog, bounds: FileBounds): Promise<Listed> {
  const listed = await listFolders(hour.folders, bounds);
  noteFaults(listed, log);
  return listed;
}

/** Files of an hour, newest first. The log notes how many exceed `bounds`. */
export async function listFiles(
  hour: ArchiveHour,
  log: ReadingLog,
  bounds: FileBounds,
): Promise<ArchiveFile[]> {
  const { files, leftOut } = await listPart(hour, log, bounds);
  if (leftOut > 0) log.leftOut(nameHour(hour), files.length, leftOut);
  return files.sort(compareWritten);
}

/** Pages of all files of an hour. `leftOut` follow the page. */
export async function* pageFiles(
  hour: ArchiveHour,
  log: ReadingLog,
  bounds: FileBounds,
): AsyncGenerator<Listed> {
  for (let after = bounds.after; ; ) {
    const listed = await listFolders(hour.folders, { ...bounds, after });
    // Later pages would report the same faults again.
    if (!after || listed.inPart.length > 0) noteFaults(listed, log);
    yield listed;
    after = listed.files.at(-1);
    if (listed.leftOut === 0 || listed.inPart.length > 0 || !after) return;
  }
}
