import { type BudgetShare, Holding } from '../../shared/inbound/budget.ts';

/** Less than this is not counted: files have the beginning of a line most of the time. */
export const COUNTED_FROM_BYTES = 64 * 1024;

export type UnfinishedOptions = {
  /** Of the memory for input. */
  readonly share: BudgetShare;
  /** Makes room in the share by what other files hold that wait for their writers; false when none does. */
  readonly makeRoom: (but: Unfinished) => boolean;
  /** Forgets what has no end yet, to read it again. */
  readonly forget: () => void;
};

/**
 * What one file holds that has no end yet, within the memory for input. Where there is no room it is forgotten, and
 * read again once the file grows.
 */
export class Unfinished {
  /** All that is there was read. */
  isAtEnd = false;
  private readonly options: UnfinishedOptions;
  private readonly holding: Holding;
  /** Size of the file when it was forgotten; 0 before the end of the file. */
  private parkedAt: number | null = null;

  constructor(options: UnfinishedOptions) {
    this.options = options;
    this.holding = new Holding(options.share);
  }

  /** While its writer has yet to go on. */
  get idleBytes(): number {
    return this.isAtEnd ? this.holding.bytes : 0;
  }

  get isParked(): boolean {
    return this.parkedAt !== null;
  }

  /** @param size how much of the file was read */
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

  /** Reads on now. */
  unpark(): void {
    this.parkedAt = null;
  }

  /** The file begins anew. */
  clear(): void {
    this.parkedAt = null;
    this.holding.set(0);
  }

  /** Whether nothing is to be read now; what was parked before the end of its file waits for a turn. */
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
