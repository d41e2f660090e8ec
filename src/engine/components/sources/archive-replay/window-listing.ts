import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BucketStores } from '../../../archive-search/bucket-store.ts';
import { type ArchiveFile, listFolder } from '../../../archive-search/list-folder.ts';
import { type ArchiveHour, listFiles, listHours } from '../../../archive-search/listing.ts';
import { ObjectCache } from '../../../archive-search/object-cache.ts';
import { ReadingLog } from '../../../archive-search/reading-log.ts';
import type { ReplayConfig } from '../../../types/replay.ts';
import type { UnreadPlace } from './position.ts';

export type Totals = { readonly files: number; readonly bytes: number };

/** Files asked for their size at a time. */
const STATS_AT_ONCE = 64;
/** A job waits for a bucket that is out of order for half a minute, then it fails and can be retried. */
const BUCKET_TRIES = 8;

/** Hours and files of a window, the oldest first. */
export class WindowListing {
  readonly #config: ReplayConfig;
  readonly #ended = new AbortController();
  readonly #buckets: BucketStores | undefined;
  /** Of folders that are read again. */
  readonly #folders: Record<string, string[]> = {};

  constructor(config: ReplayConfig) {
    this.#config = config;
    const { folders, objectFolder = join(tmpdir(), 'penstock-archive-objects') } = config;
    if (folders.every(({ bucket }) => bucket === undefined)) return;
    const cache = new ObjectCache({ folder: objectFolder });
    this.#buckets = new BucketStores({ cache, signal: this.#ended.signal, tries: BUCKET_TRIES });
  }

  /** Ends what is asked of buckets. */
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
   * Folders that cannot be listed come as failures.
   * @throws when a bucket cannot be listed
   */
  async files(hour: ArchiveHour): Promise<{ files: ArchiveFile[]; failures: UnreadPlace[] }> {
    const log = new ReadingLog();
    const files = await listFiles(hour, log);
    const failures = log.summarize().unread.map(({ file, reason }) => {
      const path = hour.folders.find(({ name }) => name === file)?.path;
      if (path === undefined) throw new Error(`The archive cannot be listed: ${file}: ${reason}`);
      return { path, name: file, line: 0, reason };
    });
    return { files, failures };
  }

  /**
   * Names of the files of a folder that could not be listed before, in the order in which they were written;
   * undefined for what is a file, or gone.
   * @throws system errors
   */
  async listAgain(path: string): Promise<string[] | undefined> {
    if (path.includes('://')) return undefined;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) return undefined;
    this.#folders[path] ??= (await listFolder(path, '')).files.map((file) => basename(file.path)).sort();
    return this.#folders[path];
  }

  /** A file that was listed before. @throws for an object that is gone, or whose bucket does not answer */
  async findAgain(path: string, name: string): Promise<ArchiveFile> {
    const file = { path, name, writtenAt: Number.POSITIVE_INFINITY };
    if (!path.includes('://')) return file;
    for (const { bucket } of this.#config.folders) {
      const found = bucket && (await this.#buckets?.open(bucket).find(path));
      if (found) return { ...file, object: found.object };
    }
    throw new Error('It is no longer there');
  }

  /** Zero for a file that is gone. */
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
    for (const hour of await this.hours()) {
      const listed = await this.files(hour);
      for (let at = 0; at < listed.files.length && !isStopped(); at += STATS_AT_ONCE) {
        const sizes = await Promise.all(
          listed.files.slice(at, at + STATS_AT_ONCE).map((file) => this.sizeOf(file)),
        );
        files += sizes.length;
        bytes += sizes.reduce((sum, size) => sum + size, 0);
      }
    }
    return { files, bytes };
  }
}
