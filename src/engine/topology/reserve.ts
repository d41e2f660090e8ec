import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RESERVE_BYTES = 2 << 20;
/** Room there has to be before the reserve is taken again, so that a disk at its limit does not swing. */
const ROOM_BYTES = 3 * RESERVE_BYTES;
const FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** A full disk, or a quota that is used up. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && FULL_CODES.includes(String(error.code))) || isDiskFull(error.cause);
}

/** Bytes that may be written in the file system of `folder`; infinite when unknown. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * A file that keeps 2 MiB of the disk for what empties buffers: their positions, dead letters, checkpoints and
 * counters. It is given up once one of those finds the disk full, and from then on buffers store nothing new.
 */
export class Reserve {
  readonly folder: string;
  readonly #path: string;
  readonly #free: (folder: string) => number;
  #isKept: boolean;
  #isFull = false;

  constructor(folder: string, free = freeBytes) {
    this.folder = folder;
    this.#free = free;
    this.#path = join(folder, 'reserve');
    this.#isKept = this.#isThere();
    this.#isFull = !this.#isKept && free(folder) < ROOM_BYTES;
  }

  /** While true, only what makes room may be written. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Takes the reserve again once there is room. Call each second. */
  check(): void {
    if (this.#isKept || this.#free(this.folder) < ROOM_BYTES) return;
    this.#isKept = this.#take();
    this.#isFull = !this.#isKept;
  }

  /** Makes room when that error says the disk is full. */
  giveUp(error: unknown): void {
    if (!isDiskFull(error)) return;
    rmSync(this.#path, { force: true });
    this.#isKept = false;
    this.#isFull = true;
  }

  #isThere(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  }

  /** Written, because a file system need not keep room for what is only reserved. */
  #take(): boolean {
    try {
      writeFileSync(this.#path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
      return this.#isThere();
    } catch {
      rmSync(this.#path, { force: true });
      return false;
    }
  }
}
