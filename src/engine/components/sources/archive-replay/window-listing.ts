import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { BucketStores } from '../../../archive-search/bucket-store.ts';
import { describeFault } from '../../../archive-search/faults.ts';
import { type ArchiveFile, readFolder } from '../../../archive-search/list-folder.ts';
import {
  type ArchiveHour,
  collectFiles,
  type HourFolder,
  listFolders,
  listHours,
} from '../../../archive-search/listing.ts';
import { ObjectCache } from '../../../archive-search/object-cache.ts';
import { ReadingLog } from '../../../archive-search/reading-log.ts';
import type { ReplayConfig } from '../../../types/replay.ts';
import { compareFiles, type ReplayState, type UnreadPlace } from './position.ts';

const FILES_AT_ONCE = 50_000;
/** `20261121T221530123` */
const WRITTEN_LENGTH = 18;

export type ListedFiles = {
  readonly files: readonly ArchiveFile[];
  readonly leftOut: number;
  readonly failures: readonly UnreadPlace[];
};
export type Totals = { readonly files: number; readonly bytes: number };

const STATS_AT_ONCE = 64;
/** A job waits half a minute for an unavailable bucket, then fails and can be retried. */
const BUCKET_TRIES = 8;

export class WindowListing {
  readonly #config: ReplayConfig;
  readonly #ended = new AbortController();
  readonly #buckets: BucketStores | undefined;
  #again: { path: string; names: readonly string[]; at: number; isCut: boolean } | undefined;
  readonly #filesMax: number;

  /** @param filesMax overrides the number of files listed at a time */
  constructor(config: ReplayConfig, filesMax = FILES_AT_ONCE) {
    this.#config = config;
    this.#filesMax = filesMax;
    const { folders, objectFolder = join(tmpdir(), 'penstock-archive-objects') } = config;
    if (folders.every(({ bucket }) => bucket === undefined)) return;
    const cache = new ObjectCache({ folder: objectFolder });
    this.#buckets = new BucketStores({ cache, signal: this.#ended.signal, tries: BUCKET_TRIES });
  }

  close(): void {
    this.#ended.abort();
    this.#buckets?.close();
  }

  /** @throws when a folder cannot be listed */
  async hours(): Promise<ArchiveHour[]> {
    const { folders, from, to } = this.#config;
    const log = new ReadingLog();
    const hours = await listHours(folders, { from: from / 1000, to: to / 1000 }, log, this.#buckets);
    const [failed] = log.summarize().unread;
    if (failed) throw new Error(`The archive cannot be listed: ${failed.file}: ${failed.reason}`);
    return hours.reverse();
  }

  /**
   * The next files of an hour's folders, and how many follow. Unlistable folders are returned as failures.
   * @param after files up to this one were replayed
   * @throws when a bucket cannot be listed
   */
  async files(folders: readonly HourFolder[], after: ReplayState['file']): Promise<ListedFiles> {
    const { files, leftOut, failures } = await listFolders(folders, {
      max: this.#filesMax,
      order: compareFiles,
      after: after ? { name: after.name, writtenAt: after.writtenAt ?? Number.POSITIVE_INFINITY } : undefined,
    });
    return {
      files,
      leftOut,
      failures: failures.map(({ folder: { path, name }, reason }) => {
        if (path === undefined) throw new Error(`The archive cannot be listed: ${name}: ${reason}`);
        return { path, name, line: 0, reason, ...(after && { after: lastReplayed(path, after.path) }) };
      }),
    };
  }

  /**
   * The next file, in order of writing, of a folder that failed before. Undefined for a file, or when gone.
   * @throws system errors
   */
  async nextOf({ path, after = '' }: UnreadPlace): Promise<{ name: string | undefined } | undefined> {
    if (path.includes('://')) return undefined;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) return undefined;
    let kept = this.#again;
    if (kept?.path !== path || (kept.isCut && after >= (kept.names.at(-1) ?? ''))) {
      const { files, leftOut } = await collectFiles(
        { name: '', pages: () => readFolder(path, '') },
        { max: this.#filesMax, order: compareNames, after: { name: `/${after}`, writtenAt: 0 } },
      );
      kept = { path, names: files.map(({ name }) => name.slice(1)), at: 0, isCut: leftOut > 0 };
      this.#again = kept;
    }
    while (kept.at < kept.names.length && kept.names[kept.at]! <= after) kept.at++;
    return { name: kept.names[kept.at] };
  }

  /** A file listed before; undefined for a deleted object. @throws when the bucket does not answer */
  async findAgain(file: ArchiveFile): Promise<ArchiveFile | undefined> {
    if (!file.path.includes('://')) return file;
    for (const { bucket } of this.#config.folders) {
      const found = bucket && (await this.#buckets?.open(bucket).find(file.path));
      if (found) return { ...file, object: found.object };
    }
    return undefined;
  }

  async sizeOf({ path, object }: ArchiveFile): Promise<number> {
    if (object) return object.size;
    return stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /**
   * Counts without keeping names: a window may have a million files.
   * @throws when a folder cannot be listed
   */
  async total(isStopped: () => boolean): Promise<Totals> {
    let files = 0;
    let bytes = 0;
    for (const { folders } of await this.hours())
      for (const folder of folders)
        try {
          for await (const page of folder.pages()) {
            for (let at = 0; at < page.length && !isStopped(); at += STATS_AT_ONCE) {
              const some = page.slice(at, at + STATS_AT_ONCE);
              const sizes = await Promise.all(some.map((file) => this.sizeOf(file)));
              files += sizes.length;
              bytes += sizes.reduce((sum, size) => sum + size, 0);
            }
            if (isStopped()) break;
          }
        } catch (error) {
          // Omitted folders are reported when their hour is read.
          if (folder.path === undefined)
            throw new Error(`The archive cannot be listed: ${folder.name}: ${describeFault(error)}`);
        }
    return { files, bytes };
  }
}

const compareNames = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/**
 * The last replayed name of a folder. In other folders than the last file's, files of the same millisecond
 * may still be due.
 */
const lastReplayed = (folder: string, file: string): string =>
  dirname(file) === folder ? basename(file) : basename(file).slice(0, WRITTEN_LENGTH);
