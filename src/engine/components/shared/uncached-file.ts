import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getErrorCode } from './system-errors.ts';

/** Smaller writes are not worth the calls around them. */
export const LARGE_WRITE = 1 << 20;
/** Place and length of an uncached write are multiples of it; its memory begins at one. */
const BLOCK = 4096;
const PART = 1 << 20;
/** One for each thread of Node that writes. */
const MOST_PARTS = 4;
const WASM_PAGE = 64 << 10;

const free: Buffer[] = [];
let made = 0;

/** WebAssembly's memory begins at a page, which no buffer of Node promises. Null while all parts are in use. */
function takePart(): Buffer | null {
  const part = free.pop();
  if (part || made === MOST_PARTS) return part ?? null;
  try {
    const { buffer } = new WebAssembly.Memory({ initial: PART / WASM_PAGE }) as { buffer: ArrayBuffer };
    made++;
    return Buffer.from(buffer);
  } catch {
    return null;
  }
}

export async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
}

async function openAppending(path: string, flags: number): Promise<FileHandle> {
  return open(path, constants.O_WRONLY | constants.O_APPEND | flags);
}

/**
 * Appends large writes to a file past the system's page cache (O_DIRECT,
 * https://man7.org/linux/man-pages/man2/open.2.html): copying into the cache takes longer than the disk does.
 */
export class UncachedFile {
  private readonly plain: FileHandle;
  private readonly uncached: FileHandle;
  private isRefused = false;

  private constructor(plain: FileHandle, uncached: FileHandle) {
    this.plain = plain;
    this.uncached = uncached;
  }

  /** Null where the system cannot, and when another file has the path now. */
  static async open(path: string, { ino, dev }: { ino: number; dev: number }): Promise<UncachedFile | null> {
    if (!constants.O_DIRECT) return null;
    let plain: FileHandle | undefined;
    let uncached: FileHandle | undefined;
    try {
      plain = await openAppending(path, 0);
      uncached = await openAppending(path, constants.O_DIRECT);
      const files = await Promise.all([plain.stat(), uncached.stat()]);
      if (files.every((file) => file.isFile() && file.ino === ino && file.dev === dev))
        return new UncachedFile(plain, uncached);
    } catch {}
    await plain?.close();
    await uncached?.close();
    return null;
  }

  /** Appends durably to a file of `size` bytes. False: nothing was written. */
  async append(bytes: Buffer, size: number): Promise<boolean> {
    if (this.isRefused) return false;
    const part = takePart();
    if (!part) return false;
    try {
      const done = await this.appendBlocks(bytes, -size & (BLOCK - 1), part);
      await writeAll(this.plain, bytes.subarray(done));
    } finally {
      free.push(part);
    }
    await this.plain.datasync();
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([this.plain.close(), this.uncached.close()]);
  }

  /** After the `head` bytes that complete a block; returns the bytes written. */
  private async appendBlocks(bytes: Buffer, head: number, part: Buffer): Promise<number> {
    let done = head;
    await writeAll(this.plain, bytes.subarray(0, head));
    try {
      while (bytes.length - done >= BLOCK) {
        const length = Math.min(part.length, (bytes.length - done) & -BLOCK);
        bytes.copy(part, 0, done, done + length);
        done += (await this.uncached.write(part, 0, length)).bytesWritten;
      }
    } catch (error) {
      // The file system has other blocks, or another program has written to the file.
      if (getErrorCode(error) !== 'EINVAL') throw error;
      this.isRefused = true;
    }
    return done;
  }
}
