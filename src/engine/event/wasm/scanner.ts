import { NEWLINE } from '../bytes.ts';
import { EVENT, EVENT_END, type Ints, LIST } from '../layout.ts';
import {
  CLASSES,
  EVENTS,
  FOUND,
  FOUND_INTS,
  HEX_DIGIT,
  INTS,
  LISTS,
  LISTS_END,
  MAX_EVENTS,
  MAX_TEXT,
  PAGES,
  SHORT_ESCAPE,
  TAPE,
  TEXT,
} from './memory.ts';
import { buildScanner } from './scanner-code.ts';

/** What is read, and where its tape and lists will be. */
export type Text = {
  readonly buf: Buffer;
  readonly events: Ints;
  readonly tapeLength: number;
  readonly listsLength: number;
};

/** Views into memory that the next scan writes again. */
export type Scanned = { readonly tape: Ints; readonly lists: Ints };

type Scan = (events: number, end: number, shift: number, tapeShift: number, listShift: number) => number;

/** Reads many events of raw text as JSON objects in one call, 16 bytes at a time. */
export class FastScanner {
  private readonly bytes: Buffer;
  private readonly ints: Ints;
  private readonly scan: Scan;

  /** @throws where the system gives no memory for it, or Node runs without WebAssembly */
  constructor() {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(buildScanner()), { js: { memory } });
    this.scan = exports.scan as Scan;
    const { buffer } = memory as { buffer: ArrayBuffer };
    this.bytes = Buffer.from(buffer);
    this.ints = new Int32Array(buffer);
    for (const ch of '"\\/bfnrt') this.bytes[CLASSES + ch.charCodeAt(0)]! |= SHORT_ESCAPE;
    for (const ch of '0123456789abcdefABCDEF') this.bytes[CLASSES + ch.charCodeAt(0)]! |= HEX_DIGIT;
  }

  /** The event after the last one from `from` on, up to `to`, that one scan has room for. */
  lastOf(events: Ints, from: number, to: number): number {
    const start = events[from * EVENT]!;
    const stop = Math.min(to, from + MAX_EVENTS);
    let ev = from;
    for (let next = start; ev < stop; ev++) {
      const at = ev * EVENT;
      if (events[at]! < next || events[at + EVENT_END]! - start >= MAX_TEXT) break;
      next = events[at + EVENT_END]!;
    }
    return ev;
  }

  /** Reads the events of [from, to), which `lastOf` gave. */
  read({ buf, events, tapeLength, listsLength }: Text, from: number, to: number): Scanned {
    const { bytes, ints } = this;
    const start = events[from * EVENT]!;
    const end = events[(to - 1) * EVENT + EVENT_END]!;
    buf.copy(bytes, TEXT, start, end);
    bytes[TEXT + end - start] = NEWLINE;
    ints.set(events.subarray(from * EVENT, to * EVENT), EVENTS / INTS);
    const tapeEnd = this.scan(
      EVENTS,
      EVENTS + (to - from) * EVENT * INTS,
      TEXT - start,
      tapeLength - TAPE / INTS,
      listsLength * LIST - LISTS / INTS,
    );
    return {
      tape: ints.subarray(TAPE / INTS, tapeEnd / INTS),
      lists: ints.subarray(LISTS / INTS, ints[LISTS_END / INTS]! / INTS),
    };
  }

  /** The list of the nth event of the last scan, if that event still starts at `start`; else -1. */
  listOf(n: number, start: number): number {
    const at = FOUND / INTS + n * FOUND_INTS;
    return this.ints[at] === start ? this.ints[at + 1]! : -1;
  }
}
