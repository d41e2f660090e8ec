import { stat } from 'node:fs/promises';
import { type ArchiveFile, type ArchiveHour, listFiles, listHours } from '../../../archive-search/listing.ts';
import { ReadingLog } from '../../../archive-search/reading-log.ts';
import type { ReplayConfig } from '../../../types/replay.ts';
import type { UnreadPlace } from './position.ts';

export type Totals = { readonly files: number; readonly bytes: number };

/** Files asked for their size at a time. */
const STATS_AT_ONCE = 64;

/** Hours and files of a window, the oldest first. */
export class WindowListing {
  readonly #config: ReplayConfig;

  constructor(config: ReplayConfig) {
    this.#config = config;
  }

  /** @throws when a folder cannot be listed */
  async hours(): Promise<ArchiveHour[]> {
    const { folders, from, to } = this.#config;
    const log = new ReadingLog();
    const hours = await listHours(folders, { from: from / 1000, to: to / 1000 }, log);
    const [failed] = log.summarize().unread;
    if (failed) throw new Error(`The archive cannot be listed: ${failed.file}: ${failed.reason}`);
    return hours.reverse();
  }

  /** Folders that cannot be listed come as failures. */
  async files(hour: ArchiveHour): Promise<{ files: ArchiveFile[]; failures: UnreadPlace[] }> {
    const log = new ReadingLog();
    const files = await listFiles(hour, log);
    const failures = log.summarize().unread.map(({ file, reason }) => {
      const folder = hour.folders.find(({ name }) => name === file);
      return { path: folder?.path ?? file, name: file, line: 0, reason };
    });
    return { files, failures };
  }

  /** Zero for a file that is gone. */
  async sizeOf({ path }: ArchiveFile): Promise<number> {
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
