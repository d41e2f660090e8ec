import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

export type ObjectCacheSettings = {
  readonly folder: string;
  /** Concurrent downloads may exceed it slightly. */
  readonly maxBytes?: number | undefined;
};

const MAX_BYTES = 2 ** 31;
const KEPT_SHARE = 0.8;
/** Recently requested files are about to be opened. */
const IN_USE_MS = 30_000;
const DRAFT_KEPT_MS = 3_600_000;
const DRAFT = '.part';
/** Downloaded share of the limit between checks of the folder's size. */
const LOOK_SHARE = 1 / 16;

export class ObjectCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** The first download checks. */
  #sinceLook = Number.POSITIVE_INFINITY;

  constructor({ folder, maxBytes = MAX_BYTES }: ObjectCacheSettings) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#makeFolder();
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  async has(name: string, size: number): Promise<boolean> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== size) return false;
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return true;
  }

  /**
   * Atomic.
   * @throws errors of `parts`, and system errors
   */
  async keep(name: string, size: number, parts: AsyncIterable<Buffer>): Promise<void> {
    // The folder may have been deleted.
    this.#makeFolder();
    await this.#makeRoom(size);
    const draft = this.pathOf(`${randomUUID()}${DRAFT}`);
    const file = await open(draft, 'wx', 0o600);
    try {
      // `write` can end short without an error on a full disk.
      for await (const part of parts) await file.writeFile(part);
      await file.close();
      await rename(draft, this.pathOf(name));
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
      throw error;
    }
  }

  async #makeRoom(size: number): Promise<void> {
    this.#sinceLook += size;
    if (this.#sinceLook < this.#maxBytes * LOOK_SHARE) return;
    this.#sinceLook = 0;
    const now = Date.now();
    const found: { path: string; size: number; used: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const path = this.pathOf(name);
      const known = await stat(path).catch(() => undefined);
      if (!known?.isFile()) continue;
      if (!name.endsWith(DRAFT)) found.push({ path, size: known.size, used: known.mtimeMs });
      else if (now - known.mtimeMs > DRAFT_KEPT_MS) await rm(path, { force: true });
    }
    let bytes = found.reduce((sum, one) => sum + one.size, size);
    if (bytes <= this.#maxBytes) return;
    for (const one of found.sort((a, b) => a.used - b.used)) {
      if (bytes <= this.#maxBytes * KEPT_SHARE || now - one.used < IN_USE_MS) return;
      await rm(one.path, { force: true });
      bytes -= one.size;
    }
  }
}
