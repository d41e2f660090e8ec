import type { WhenFull } from './types.ts';

type Waiter = { readonly size: number; readonly enter: () => void; readonly refuse: () => void };

/** Enforces the byte limit: appends to a full buffer wait in order or are dropped. */
export class Admission {
  used = 0;
  private readonly maxBytes: number;
  private readonly whenFull: WhenFull;
  private readonly waiters: Waiter[] = [];

  constructor(maxBytes: number, whenFull: WhenFull) {
    this.maxBytes = maxBytes;
    this.whenFull = whenFull;
  }

  /** Calls `enter` when there is room; false when dropped. */
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

  hasRoom(size: number): boolean {
    return this.whenFull === 'drop_newest' || (this.waiters.length === 0 && this.fits(size));
  }

  release(bytes: number): void {
    this.used = Math.max(0, this.used - bytes);
    for (let next = this.waiters[0]; next && this.fits(next.size); next = this.waiters[0]) {
      this.waiters.shift();
      this.used += next.size;
      next.enter();
    }
  }

  close(): void {
    for (const waiter of this.waiters.splice(0)) waiter.refuse();
  }

  /** An oversized frame is accepted alone, or it could never pass. */
  private fits(size: number): boolean {
    return this.used === 0 || this.used + size <= this.maxBytes;
  }
}
