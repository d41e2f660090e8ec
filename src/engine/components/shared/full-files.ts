import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { syncFolder } from './objects/complete-file.ts';
import type { Compression } from './outbound/compression.ts';
import { codeOf } from './system-errors.ts';

const ENDINGS: Record<Compression, string> = { none: '', gzip: '.gz', zstd: '.zst' };
const COMPRESSORS = { gzip: () => createGzip(), zstd: () => createZstdCompress() };

export type FullFilesOptions = {
  /** Of the file being written; full ones are `path.1`, the newest, `path.2` … */
  readonly path: string;
  readonly keepFiles: number;
  /** Who may read and write them. */
  readonly mode: number;
  readonly compression?: Compression | undefined;
  /** One could not be compressed: it stays as it is. */
  readonly failed?: ((error: unknown) => void) | undefined;
};

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * The full files of a log: numbered, the oldest deleted, and compressed meanwhile where that is wanted. One is whole
 * under its old name until it is whole under its new one. Every method may throw system errors.
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

  /** The file that was written is full. Numbers move up until the first gap; the oldest beyond those kept goes. */
  async add(): Promise<void> {
    const { path, keepFiles } = this.#options;
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

  /** Compresses the newest full file where it is not yet; nothing waits for it but the next one. */
  compressLast(): void {
    if (this.#ending === '') return;
    const { signal } = this.#ended;
    this.#compressing = this.#compress(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#options.failed?.(error);
    });
  }

  /** What is not compressed by now is when the file is opened again. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#compressing;
    this.#ended = new AbortController();
  }

  /** The endings under which a number is there: the plain one first, which is whole when a crash left two. */
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
