import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NEWLINE, OPEN_BRACE } from '../../event/bytes.ts';
import { exists, FullFiles, type FullFilesOptions } from './full-files.ts';
import { syncFolder } from './objects/complete-file.ts';
import { LARGE_WRITE, UncachedFile, writeAll } from './uncached-file.ts';

/** Search limit for an unfinished line; longer ones are kept. */
const TAIL_BYTES = 16 * 1024 * 1024;

/**
 * Null when the file ends with a newline, `unended` when only the newline is missing, else the number of
 * bytes to keep.
 */
type TornTail = null | 'unended' | { keep: number };

/** Checks what a crash during a write left at the end of a file. */
async function tornTail(handle: FileHandle, size: number, isJson: boolean): Promise<TornTail> {
  if (size === 0) return null;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  if (last[0] === NEWLINE) return null;
  if (!isJson) return 'unended';
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - from);
  await handle.read(tail, 0, tail.length, from);
  const start = tail.lastIndexOf(NEWLINE) + 1;
  const isOurs = (start > 0 || from === 0) && tail[start] === OPEN_BRACE;
  return isOurs && !isWhole(tail.toString('utf8', start)) ? { keep: from + start } : 'unended';
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * O_DSYNC makes each write durable, which saves a separate fsync
 * (https://man7.org/linux/man-pages/man2/open.2.html).
 */
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_DSYNC;

type OpenFile = {
  readonly handle: FileHandle;
  readonly ino: number;
  readonly dev: number;
  /** Null where the system has none. */
  uncached?: UncachedFile | null;
};

export type LogFileOptions = FullFilesOptions & {
  readonly maxBytes: number;
  /** Rotation period in milliseconds (in UTC). */
  readonly periodMs?: number | undefined;
  /** Removes an incomplete last JSON line, left by a crash during a write. */
  readonly isJson: boolean;
};

/** An append-only file of whole lines, rotated to `.1`, `.2` … when full. May throw system errors. */
export class LogFile {
  private readonly options: LogFileOptions;
  private readonly full: FullFiles;
  private open: OpenFile | null = null;

  constructor(options: LogFileOptions) {
    this.options = options;
    this.full = new FullFiles(options);
  }

  /** Appends durably and rotates when full. A failure leaves the file unchanged. */
  async append(lines: Buffer): Promise<void> {
    const { maxBytes } = this.options;
    await this.rotateByTime();
    for (let from = 0; from < lines.length; ) {
      const { handle, size } = await this.current();
      const to = this.fitting(lines, from, maxBytes - size);
      if (to > from) {
        await this.write(handle, lines.subarray(from, to), size);
        from = to;
      } else if (size > 0) await this.rotate();
      else {
        const end = lines.indexOf(NEWLINE, from) + 1;
        await this.write(handle, lines.subarray(from, end), size);
        from = end;
      }
    }
  }

  /** By modification time, so it works across restarts. */
  private async rotateByTime(): Promise<void> {
    const { periodMs } = this.options;
    if (periodMs === undefined) return;
    const { handle } = await this.current();
    const { size, mtimeMs } = await handle.stat();
    if (size > 0 && Math.floor(mtimeMs / periodMs) !== Math.floor(Date.now() / periodMs)) await this.rotate();
  }

  async openNow(): Promise<void> {
    await this.current();
    this.full.compressLast();
  }

  async close(): Promise<void> {
    await this.release();
    await this.full.close();
  }

  private async release(): Promise<void> {
    const { open } = this;
    this.open = null;
    await open?.uncached?.close();
    await open?.handle.close();
  }

  /** End of the last line that fits; `from` when none does. */
  private fitting(lines: Buffer, from: number, room: number): number {
    if (lines.length - from <= room) return lines.length;
    if (room <= 0) return from;
    return Math.max(from, lines.lastIndexOf(NEWLINE, from + room - 1) + 1);
  }

  private async write(handle: FileHandle, bytes: Buffer, size: number): Promise<void> {
    try {
      if (!(await this.writeUncached(bytes, size))) await writeAll(handle, bytes);
    } catch (error) {
      await handle.truncate(size).catch(() => {});
      await this.release().catch(() => {});
      throw error;
    }
  }

  /** False when nothing was written. */
  private async writeUncached(bytes: Buffer, size: number): Promise<boolean> {
    const { open } = this;
    if (!open || bytes.length < LARGE_WRITE) return false;
    if (open.uncached === undefined) open.uncached = await UncachedFile.open(this.options.path, open);
    return (await open.uncached?.append(bytes, size)) ?? false;
  }

  /** Reopens a moved or deleted file. The open one keeps its inode, so only the path is looked at. */
  private async current(): Promise<{ handle: FileHandle; size: number }> {
    if (this.open) {
      const { handle, ino, dev } = this.open;
      const there = await stat(this.options.path).catch(() => null);
      if (there && there.ino === ino && there.dev === dev) return { handle, size: there.size };
      await this.release();
    }
    return this.reopen();
  }

  private async reopen(): Promise<{ handle: FileHandle; size: number }> {
    const { path, isJson, mode } = this.options;
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    const isNew = !(await exists(path));
    const handle = await open(path, FLAGS, mode);
    try {
      if (isNew) await syncFolder(folder);
      const { size } = await handle.stat();
      const torn = await tornTail(handle, size, isJson);
      if (torn === 'unended') await handle.write('\n');
      else if (torn !== null) await handle.truncate(torn.keep);
      const { size: whole, ino, dev } = await handle.stat();
      this.open = { handle, ino, dev };
      return { handle, size: whole };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private async rotate(): Promise<void> {
    await this.release();
    await this.full.add();
  }
}
