import { ALONE, FIRST_AHEAD, GROWTH, WORTH_AHEAD } from '../../../event/ahead.ts';
import type { Batch } from '../../../event/batch.ts';
import { EVENT, type Ints } from '../../../event/layout.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { MAX_EVENTS } from './candidates-code.ts';
import type { FinderTables } from './finder.ts';

/** Shared by all transforms; null where the system has no memory for it, or no WebAssembly. */
let shared: { readonly finder: CandidateFinder; owner: ReadAhead | null } | null | undefined;

function findShared() {
  if (shared !== undefined) return shared;
  try {
    shared = { finder: new CandidateFinder(), owner: null };
  } catch {
    shared = null;
  }
  return shared;
}

/** Searches the events behind one that is redacted, with it, for candidates. */
export class ReadAhead {
  private readonly tables: FinderTables;
  private readonly skipsTimes: boolean;
  private batch: Batch | null = null;
  private epoch = 0;
  private from = 0;
  private to = 0;
  private taken = 0;
  private size = FIRST_AHEAD;

  constructor(tables: FinderTables, skipsTimes: boolean) {
    this.tables = tables;
    this.skipsTimes = skipsTimes;
  }

  /** See `CandidateFinder`. */
  get ints(): Ints {
    return shared!.finder.ints;
  }

  /** Where in `ints` is what was found in the event; -1 where it must be searched alone. */
  find(batch: Batch, event: number, start: number): number {
    const isSame = this.batch === batch && this.epoch === batch.epoch && shared?.owner === this;
    if (!isSame || event >= this.to) this.searchFrom(batch, event, isSame);
    if (event < this.from || event >= this.to || !shared) return -1;
    this.taken++;
    const at = shared.finder.foundAt(event - this.from);
    const { ints } = shared.finder;
    return ints[at] === start && ints[at + 1] !== -1 ? at : -1;
  }

  /** No text of the event has a candidate. */
  hasNothing(at: number): boolean {
    return this.ints[at + 1] === this.ints[at + 2];
  }

  private searchFrom(batch: Batch, event: number, isSame: boolean): void {
    const isInVain = isSame && this.taken * 2 < this.to - this.from;
    this.size = isSame && !isInVain ? Math.min(this.size * GROWTH, MAX_EVENTS) : FIRST_AHEAD;
    this.batch = batch;
    this.epoch = batch.epoch;
    this.taken = 0;
    this.from = event;
    this.to = event;
    const one = findShared();
    if (!one) return;
    one.owner = this;
    if (isInVain) {
      this.from = event + ALONE;
      this.to = this.from;
      return;
    }
    const records = batch.recordsFrom(event, this.size);
    if (records.length < WORTH_AHEAD * EVENT) return;
    this.to = event + one.finder.read(batch.buf, records, this.tables, this.skipsTimes);
  }
}
