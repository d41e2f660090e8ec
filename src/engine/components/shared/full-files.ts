import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { syncFolder } from './objects/complete-file.ts';
import type { Compression } from './outbound/compression.ts';
import { getErrorCode } from './system-errors.ts';

const ENDINGS: Record<Compression, string> = { none: '', gzip: '.gz', zstd: '.zst' };
const COMPRESSORS = { gzip: () => createGzip(), zstd: () => createZstdCompress() };

export type FullFilesOptions = {
  /** The current file. Full ones are `path.1` (newest), `path.2` … */
  readonly path: string;
  readonly keepFiles: number | undefined;
  readonly mode: number;
  readonly compression?: Compression | undefined;
  /** The file stays uncompressed. */
  readonly failed?: ((error: unknown) => void) | undefined;
};

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Rotated files of a log: numbered, optionally compressed, the oldest deleted beyond a limit. A file keeps
 * its old name until complete under the new one. May throw system errors.
 */
export class FullFiles {
  readonly #options: FullFilesOptions;
  readonly #ending: string;
  #ended = new AbortController();
  #compressing: Promise<void> = Promise.resolve();

  constructor(options: FullFilesOptions) {
    this.#options = options;
    this.#ending = ENDINGS[options.compression ?? 'none'];
  }

  /** Renumbers files up to the first gap; at the limit the oldest is deleted. */
  async add(): Promise<void> {
    const { path, keepFiles = Number.POSITIVE_INFINITY } = this.#options;
    await this.#compressing;
    if (keepFiles === 0) await rm(path, { force: true });
    else {
      let gap = 1;
      while (gap < keepFiles && (await this.#endingsOf(gap)).length > 0) gap++;
      for (const ending of await this.#endingsOf(gap)) await rm(`${path}.${gap}${ending}`, { force: true });
      for (let number = gap; number > 1; number--) await this.#move(number - 1, number);
      await rename(path, `${path}.1`);
    }
    await syncFolder(dirname(path));
    this.compressLast();
  }

  compressLast(): void {
    if (this.#ending === '') return;
    const { signal } = this.#ended;
    this.#compressing = this.#compress(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#options.failed?.(error);
    });
  }

  /** Uncompressed files are compressed after the next open. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#compressing;
    this.#ended = new AbortController();
  }

  /**
   * Extensions found for a number, uncompressed first: after a crash during compression, that file is the
   * complete one.
   */
  async #endingsOf(number: number): Promise<string[]> {
    const found: string[] = [];
    for (const ending of Object.values(ENDINGS))
      if (await exists(`${this.#options.path}.${number}${ending}`)) found.push(ending);
    return found;
  }

  async #move(from: number, to: number): Promise<void> {
    const { path } = this.#options;
    const [ending = '', ...others] = await this.#endingsOf(from);
    await rename(`${path}.${from}${ending}`, `${path}.${to}${ending}`);
    for (const other of others) await rm(`${path}.${from}${other}`, { force: true });
  }

  async #compress(signal: AbortSignal): Promise<void> {
    const { path, mode, compression = 'none' } = this.#options;
    const full = `${path}.1`;
    if (compression === 'none' || !(await exists(full))) return;
    const part = `${full}${this.#ending}.part`;
    try {
      const output = createWriteStream(part, { mode, flush: true });
      await pipeline(createReadStream(full), COMPRESSORS[compression](), output, { signal });
      await rename(part, `${full}${this.#ending}`);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
    await rm(full, { force: true });
  }
}
