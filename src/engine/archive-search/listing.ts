import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ArchiveFolder } from '../types/archive-search.ts';
import { describeFault } from './faults.ts';
import type { ReadingLog } from './reading-log.ts';

const HOUR_MS = 3_600_000;

export type ArchiveHour = {
  /** Unix milliseconds. */
  readonly start: number;
  readonly folders: readonly HourFolder[];
};
type HourFolder = { readonly path: string; readonly name: string };

export type ArchiveFile = {
  readonly path: string;
  /** Unique among all roots, and shown to people. */
  readonly name: string;
  /** When it was written (Unix milliseconds), by its name. */
  readonly writtenAt: number;
};

const FILE = /^(?!\.).*\.(?:parquet|ndjson|ndjson\.gz|ndjson\.zst)$/;
const WRITTEN = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/;

function parseWritten(name: string): number {
  const parts = WRITTEN.exec(name);
  if (!parts) return Number.POSITIVE_INFINITY;
  const [, year, month, day, hour, minute, second, ms] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

/** Folders `<key>=<value>` of a folder. Links are not followed. */
async function listValues(folder: string, key: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${key}=`))
    .map(({ name }) => name);
}

const toNumber = (name: string): number => Number(name.slice(name.indexOf('=') + 1));

type Place = { readonly year: number; readonly month: number; readonly day: number };
type Span = { readonly from: number; readonly to: number };

const overlaps = (start: number, end: number, { from, to }: Span): boolean => start < to && end > from;

/** Folders of hours in the window, below the folder of one source. */
async function* walkHours(
  folder: string,
  span: Span,
): AsyncGenerator<{ start: number; parts: readonly string[] }> {
  for (const year of await listValues(folder, 'year')) {
    const y = toNumber(year);
    if (!overlaps(Date.UTC(y, 0), Date.UTC(y + 1, 0), span)) continue;
    for (const month of await listValues(join(folder, year), 'month')) {
      const m = toNumber(month) - 1;
      if (!overlaps(Date.UTC(y, m), Date.UTC(y, m + 1), span)) continue;
      for (const day of await listValues(join(folder, year, month), 'day'))
        yield* walkDay(folder, [year, month, day], { year: y, month: m, day: toNumber(day) }, span);
    }
  }
}

async function* walkDay(folder: string, parts: readonly string[], { year, month, day }: Place, span: Span) {
  if (!overlaps(Date.UTC(year, month, day), Date.UTC(year, month, day + 1), span)) return;
  for (const hour of await listValues(join(folder, ...parts), 'hour')) {
    const start = Date.UTC(year, month, day, toNumber(hour));
    if (overlaps(start, start + HOUR_MS, span)) yield { start, parts: [...parts, hour] };
  }
}

const nameRoot = (root: string): string => createHash('sha256').update(root).digest('hex').slice(0, 8);

/**
 * Hours of the window that have a folder, the newest first.
 * @param span in Unix milliseconds; `to` does not belong to it
 */
export async function listHours(
  folders: readonly ArchiveFolder[],
  span: Span,
  log: ReadingLog,
): Promise<ArchiveHour[]> {
  const hours = new Map<number, HourFolder[]>();
  for (const { root, sourceId } of folders) {
    const rootName = nameRoot(root);
    let sources: string[];
    try {
      sources = (await listValues(root, 'source')).filter((name) => name.startsWith(`source=${sourceId}-`));
    } catch (error) {
      log.failed(`${basename(root)}/source=${sourceId}-…`, describeFault(error));
      continue;
    }
    for (const source of sources)
      try {
        for await (const { start, parts } of walkHours(join(root, source), span)) {
          const place = [source, ...parts];
          const found = hours.get(start) ?? [];
          hours.set(start, found);
          found.push({ path: join(root, ...place), name: [rootName, ...place].join('/') });
        }
      } catch (error) {
        log.failed(source, describeFault(error));
      }
  }
  return [...hours].sort(([a], [b]) => b - a).map(([start, found]) => ({ start, folders: found }));
}

/** Files of an hour, those written last first. */
export async function listFiles(hour: ArchiveHour, log: ReadingLog): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for (const { path, name } of hour.folders)
    try {
      for (const entry of await readdir(path, { withFileTypes: true }))
        if (entry.isFile() && FILE.test(entry.name))
          files.push({
            path: join(path, entry.name),
            name: `${name}/${entry.name}`,
            writtenAt: parseWritten(entry.name),
          });
    } catch (error) {
      log.failed(name, describeFault(error));
    }
  return files.sort((a, b) => b.writtenAt - a.writtenAt || (a.name < b.name ? 1 : -1));
}
