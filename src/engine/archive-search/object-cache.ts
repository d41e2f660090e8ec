import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Objects of buckets that were read lately, as files. Processes share a folder. */
export type ObjectCacheSettings = {
  readonly folder: string;
  /** Exceeded a little while several processes fetch. */
  readonly maxBytes?: number | undefined;
};

const MAX_BYTES = 2 ** 31;
/** What is removed when there is too much: down to this part. */
const KEPT_SHARE = 0.8;
/** A file that was asked for so lately is about to be opened. */
const IN_USE_MS = 30_000;
const DRAFT_KEPT_MS = 3_600_000;
const DRAFT = '.part';
/** Bytes fetched by this process between two looks at the folder. */
const LOOK_SHARE = 1 / 16;

export class ObjectCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** A process looks when it fetches first. */
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

  /** Whether the object is there whole; then it stays a while. */
  async has(name: string, size: number): Promise<boolean> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== size) return false;
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return true;
  }

  /**
   * Whole or not at all.
   * @throws what `parts` throws, and system errors
   */
  async keep(name: string, size: number, parts: AsyncIterable<Buffer>): Promise<void> {
    // Somebody may have removed it.
    this.#makeFolder();
    await this.#makeRoom(size);
    const draft = this.pathOf(`${randomUUID()}${DRAFT}`);
    const file = await open(draft, 'wx', 0o600);
    try {
      // `write` ends early and without an error where the disk is full.
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
