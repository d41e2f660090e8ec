import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RESERVE_BYTES = 2 << 20;
/** Needed before the reserve is taken again, so that a nearly full disk does not oscillate. */
const ROOM_BYTES = 3 * RESERVE_BYTES;
const FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** A full disk, or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && FULL_CODES.includes(String(error.code))) || isDiskFull(error.cause);
}

/** Writable bytes in the file system of `folder`; infinite if unknown. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * A file that reserves 2 MiB for what empties buffers: positions, dead letters, checkpoints and counters. It
 * is deleted when one of those hits a full disk; from then on buffers store nothing new.
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

  /** While true, write only what makes room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Takes the reserve again once there is room. Call each second. */
  check(): void {
    if (this.#isKept || this.#free(this.folder) < ROOM_BYTES) return;
    this.#isKept = this.#take();
    this.#isFull = !this.#isKept;
  }

  /** Makes room when the error is a full disk. */
  giveUp(error: unknown): void {
    if (!isDiskFull(error)) return;
    rmSync(this.#path, { force: true });
    this.#isKept = false;
    this.#isFull = true;
  }

  #isThere(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
  }

  /** Written out, because file systems need not back a sparse file with space. */
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
