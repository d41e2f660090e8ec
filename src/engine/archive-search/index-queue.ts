import { setTimeout as delay } from 'node:timers/promises';
import { buildIndex } from './build-index.ts';
import {
  consultIndex,
  measureUnsettledMs,
  SETTLED_MS,
  sweepIndexes,
  type Verdict,
  type Wanted,
} from './file-index.ts';
import { GivingWay } from './give-way.ts';
import { FILE_MIN_BYTES, hasIndex } from './index-new-files.ts';
import type { ArchiveFile } from './list-folder.ts';

const WAITING_MAX = 100_000;

/** Serves indexes to searches, and builds missing ones between them. */
export class IndexQueue {
  readonly #folder: string;
  readonly #waiting = new Map<string, ArchiveFile>();
  /** Files that cannot be indexed (damaged, or invalid lines); not retried by this process. */
  readonly #refused = new Set<string>();
  #isIdle = Promise.resolve();
  #end: (() => void) | undefined;
  #isAtWork = false;
  #isSwept = false;
  readonly #fileMinBytes: number;
  readonly #settledMs: number;

  constructor(folder: string, { fileMinBytes = FILE_MIN_BYTES, settledMs = SETTLED_MS } = {}) {
    this.#folder = folder;
    this.#fileMinBytes = fileMinBytes;
    this.#settledMs = settledMs;
  }

  consult(file: ArchiveFile, wanted: Wanted): Verdict {
    return consultIndex(this.#folder, file, wanted, this.#settledMs);
  }

  /** For a file that was read completely. @param bytes uncompressed */
  request(file: ArchiveFile, bytes: number): void {
    if (bytes < this.#fileMinBytes || this.#refused.has(file.path) || this.#waiting.size >= WAITING_MAX)
      return;
    this.#waiting.set(file.path, file);
  }

  hold(): void {
    if (this.#end) return;
    this.#isIdle = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  release(): void {
    this.#end?.();
    this.#end = undefined;
    void this.work();
  }

  async work(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    if (!this.#isSwept && this.#waiting.size > 0) {
      this.#isSwept = true;
      await sweepIndexes(this.#folder, () => this.#isIdle).catch(() => undefined);
    }
    const way = new GivingWay();
    for (const [path, file] of this.#waiting) {
      await delay(Math.min(this.#settledMs, measureUnsettledMs(file, this.#settledMs)));
      await this.#isIdle;
      this.#waiting.delete(path);
      // Another process may have built it.
      if (hasIndex(this.#folder, file, this.#settledMs)) continue;
      const pause = () => this.#isIdle.then(() => way.pause());
      const isBuilt = await buildIndex(this.#folder, file, pause, this.#settledMs).catch(() => false);
      if (!isBuilt) this.#refused.add(path);
    }
    this.#isAtWork = false;
  }
}
