import { type BudgetShare, Holding } from '../../shared/inbound/budget.ts';

/** Not counted: most files have an unfinished line. */
export const COUNTED_FROM_BYTES = 64 * 1024;

export type UnfinishedOptions = {
  readonly share: BudgetShare;
  /** Parks other files that wait for their writers; false without any. */
  readonly makeRoom: (but: Unfinished) => boolean;
  readonly forget: () => void;
};

/**
 * Unfinished input of one file, within the input memory. Without room it is forgotten, and read again once
 * the file grows.
 */
export class Unfinished {
  isAtEnd = false;
  private readonly options: UnfinishedOptions;
  private readonly holding: Holding;
  /** File size when it was parked; 0 before the end of the file. */
  private parkedAt: number | null = null;

  constructor(options: UnfinishedOptions) {
    this.options = options;
    this.holding = new Holding(options.share);
  }

  get idleBytes(): number {
    return this.isAtEnd ? this.holding.bytes : 0;
  }

  get isParked(): boolean {
    return this.parkedAt !== null;
  }

  hold(bytes: number, size: number): void {
    const counted = bytes > COUNTED_FROM_BYTES ? bytes : 0;
    while (!this.holding.set(counted)) {
      if (this.options.makeRoom(this)) continue;
      this.park(size);
      return;
    }
  }

  park(size: number): void {
    this.parkedAt = this.isAtEnd ? size : 0;
    this.holding.set(0);
    this.options.forget();
  }

  unpark(): void {
    this.parkedAt = null;
  }

  clear(): void {
    this.parkedAt = null;
    this.holding.set(0);
  }

  /** Whether to read nothing now; a file parked before its end waits for a turn. */
  waits(size: number): boolean {
    if (this.parkedAt === null || size === this.parkedAt) return this.parkedAt !== null;
    const isForTurn = this.parkedAt === 0;
    this.parkedAt = null;
    return isForTurn;
  }

  close(): void {
    this.holding.close();
  }
}
