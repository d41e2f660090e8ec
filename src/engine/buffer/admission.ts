import type { WhenFull } from './types.ts';

type Waiter = { readonly size: number; readonly enter: () => void; readonly refuse: () => void };

/** Keeps the bytes in a buffer under its limit: a full buffer lets appends wait in order, or drops them. */
export class Admission {
  used = 0;
  private readonly maxBytes: number;
  private readonly whenFull: WhenFull;
  private readonly waiters: Waiter[] = [];

  constructor(maxBytes: number, whenFull: WhenFull) {
    this.maxBytes = maxBytes;
    this.whenFull = whenFull;
  }

  /** Calls `enter` at once or when there is room; false when the append is to be dropped. */
  admit(size: number, enter: () => void, refuse: () => void): boolean {
    if (this.waiters.length === 0 && this.fits(size)) {
      this.used += size;
      enter();
      return true;
    }
    if (this.whenFull === 'drop_newest') return false;
    this.waiters.push({ size, enter, refuse });
    return true;
  }

  release(bytes: number): void {
    this.used = Math.max(0, this.used - bytes);
    for (let next = this.waiters[0]; next && this.fits(next.size); next = this.waiters[0]) {
      this.waiters.shift();
      this.used += next.size;
      next.enter();
    }
  }

  /** Refuses all that wait. */
  close(): void {
    for (const waiter of this.waiters.splice(0)) waiter.refuse();
  }

  /** A frame over the limit is taken when it would be alone: else it could never pass. */
  private fits(size: number): boolean {
    return this.used === 0 || this.used + size <= this.maxBytes;
  }
}
