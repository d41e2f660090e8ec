import { NEWLINE } from '../../../event/bytes.ts';
import { EVENT, EVENT_END, type Ints } from '../../../event/layout.ts';
import { INT } from '../../../event/wasm/assembler.ts';
import {
  buildCandidateFinder,
  EVENTS,
  FOUND,
  FOUND_INTS,
  HIGH,
  LOW,
  LOW_ABOVE,
  MARKS,
  MAX_EVENTS,
  MAX_TEXT,
  NUMBERS,
  PAGES,
  TEXT,
  WANTED,
  WORDS,
} from './candidates-code.ts';
import type { FinderTables } from './finder.ts';

type Find = (events: number, end: number, shift: number, shortest: number, skipsTimes: number) => number;

/** The first byte from `from` on, up to `to`, that does not fit, in order and in memory, with the others. */
function endOf(records: Ints): number {
  const start = records[0]!;
  let next = start;
  let at = 0;
  for (const most = Math.min(records.length, MAX_EVENTS * EVENT); at < most; at += EVENT) {
    const end = records[at + EVENT_END]!;
    if (records[at]! < next || end - start >= MAX_TEXT) break;
    next = end;
  }
  return at;
}

/**
 * Finds in many events in one call, 16 bytes at a time, where a `Finder` would ask its detectors. What it found
 * stays valid until the next call.
 */
export class CandidateFinder {
  /** As `FOUND_INTS`, `TEXT_INTS` and `CANDIDATE_INTS` say. */
  readonly ints: Ints;
  private readonly bytes: Buffer;
  private readonly find: Find;
  private tables: FinderTables | null = null;

  /** @throws where the system gives no memory for it, or Node runs without WebAssembly */
  constructor() {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const module = new WebAssembly.Module(buildCandidateFinder());
    this.find = new WebAssembly.Instance(module, { js: { memory } }).exports.find as Find;
    const { buffer } = memory as { buffer: ArrayBuffer };
    this.bytes = Buffer.from(buffer);
    this.ints = new Int32Array(buffer);
    for (let half = 0; half < 16; half++) this.bytes[HIGH + half] = 1 << (half & 7);
  }

  /**
   * Searches the first of the events of `buf` that are in order and fit into its memory; returns how many.
   * `skipsTimes`: texts that are times have no candidates.
   */
  read(buf: Buffer, records: Ints, tables: FinderTables, skipsTimes: boolean): number {
    const { bytes, ints } = this;
    const length = endOf(records);
    if (length === 0) return 0;
    if (this.tables !== tables) this.load(tables);
    const start = records[0]!;
    const end = records[length - EVENT + EVENT_END]!;
    buf.copy(bytes, TEXT, start, end);
    bytes[TEXT + end - start] = NEWLINE;
    ints.set(records.subarray(0, length), EVENTS / INT);
    this.find(EVENTS, EVENTS + length * INT, TEXT - start, tables.shortest, skipsTimes ? 1 : 0);
    return length / EVENT;
  }

  /** The index in `ints` of what was found in the nth event of the last call. */
  foundAt(n: number): number {
    return FOUND / INT + n * FOUND_INTS;
  }

  private load(tables: FinderTables): void {
    const { bytes, ints } = this;
    const { stops, before, wanted, marks, numbers } = tables;
    this.tables = tables;
    bytes.fill(0, LOW, HIGH);
    for (let c = 0; c < 256; c++) {
      const table = c < 128 ? LOW : LOW_ABOVE;
      if (stops[c] === 1) bytes[table + (c & 15)]! |= 1 << ((c >> 4) & 7);
    }
    ints.set(before, WORDS / INT);
    ints.set(wanted, WANTED / INT);
    ints.set(marks, MARKS / INT);
    ints.set(numbers, NUMBERS / INT);
  }
}
