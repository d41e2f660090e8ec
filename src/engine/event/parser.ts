import { ALONE, FIRST_AHEAD, GROWTH, WORTH_AHEAD } from './ahead.ts';
import { BatchBuilder } from './builder.ts';
import { NEWLINE, OPEN_BRACE } from './bytes.ts';
import {
  EVENT,
  EVENT_END,
  EVENT_INFO,
  EVENT_ROOT,
  INVALID,
  LIST,
  REASON_SHIFT,
  roomFor,
  UNCHANGED,
} from './layout.ts';
import {
  FAIL_NOT_OBJECT,
  FAIL_TRAILING,
  FAIL_UTF8,
  fail,
  failure,
  failureText,
  skipSpace,
} from './scanner.ts';
import { FastScanner } from './wasm/scanner.ts';

/** Why a text is not a JSON event, with the byte offset. */
export type InvalidReason = { readonly message: string; readonly offset: number };

/** What was read ahead, of one batch at a time. */
const ahead = {
  scanner: undefined as FastScanner | null | undefined,
  owner: null as unknown,
  epoch: 0,
  from: 0,
  to: 0,
  made: 0,
  taken: 0,
  size: FIRST_AHEAD,
};

function openScanner(): FastScanner | null {
  try {
    return new FastScanner();
  } catch {
    return null;
  }
}

export abstract class BatchParser extends BatchBuilder {
  /**
   * Parses raw text into an object in place. Null on success or for an object; otherwise the event is
   * unchanged.
   */
  parseJson(ev: number): InvalidReason | null {
    if (!this.isRawText(ev)) return null;
    const list = this.readAhead(ev);
    if (list < 0) return this.parseAlone(ev);
    this.events[ev * EVENT + EVENT_ROOT] = list;
    this.events[ev * EVENT + EVENT_INFO] = UNCHANGED;
    return null;
  }

  /** Parses an event that was added as raw text: it is invalid unless that is an object. */
  protected parseLine(ev: number): void {
    const at = ev * EVENT;
    const start = this.events[at]!;
    let list = this.readAhead(ev);
    if (list < 0) list = this.scanLine(start, this.events[at + EVENT_END]!, true);
    this.events[at + EVENT_ROOT] = list >= 0 ? list : failure.at - start;
    this.events[at + EVENT_INFO] = list >= 0 ? UNCHANGED : INVALID | (failure.reason << REASON_SHIFT);
  }

  private parseAlone(ev: number): InvalidReason | null {
    const at = ev * EVENT;
    let start = this.events[at]!;
    const length = this.events[at + EVENT_END]! - start;
    let list = this.scanLine(start, start + length, true);
    const newline = list < 0 ? this.buf.indexOf(NEWLINE, start) : -1;
    if (newline >= 0 && newline < start + length) {
      const copy = this.reserve(length + 1);
      this.buf.copyWithin(copy, start, start + length);
      start = copy;
      this.buf[start + length] = NEWLINE;
      this.oneLine(start, start + length);
      list = this.scanLine(start, start + length, true);
    }
    if (list < 0) return this.reasonAt(start, start + length, failure.at - start, failure.reason);
    this.events[at] = start;
    this.events[at + EVENT_END] = start + length;
    this.events[at + EVENT_ROOT] = list;
    this.events[at + EVENT_INFO] = UNCHANGED;
    return null;
  }

  /** The list of an event of raw text, or -1 where only `parseAlone` can tell. */
  private readAhead(ev: number): number {
    if (ahead.owner !== this || ahead.epoch !== this.epoch) {
      ahead.owner = this;
      ahead.epoch = this.epoch;
      ahead.to = 0;
      ahead.made = 0;
      ahead.taken = 0;
      ahead.size = FIRST_AHEAD / GROWTH;
    }
    if (ev >= ahead.to) this.scanFrom(ev);
    if (ev < ahead.from || ev >= ahead.to || !ahead.scanner) return -1;
    const list = ahead.scanner.listOf(ev - ahead.from, this.events[ev * EVENT]!);
    if (list >= 0) ahead.taken++;
    return list;
  }

  private scanFrom(ev: number): void {
    if (ahead.scanner === undefined) ahead.scanner = openScanner();
    const { scanner } = ahead;
    const isInVain = ahead.taken * 2 < ahead.made;
    ahead.size = isInVain ? FIRST_AHEAD / GROWTH : ahead.size * GROWTH;
    ahead.made = 0;
    ahead.taken = 0;
    ahead.from = ev;
    ahead.to = ev;
    if (!scanner || isInVain) {
      ahead.from = ev + ALONE;
      ahead.to = ahead.from;
      return;
    }
    const { buf, events, tapeLength, listsLength } = this;
    const to = scanner.lastOf(events, ev, Math.min(this.count, ev + ahead.size));
    if (to - ev < WORTH_AHEAD) return;
    const { tape, lists } = scanner.read({ buf, events, tapeLength, listsLength }, ev, to);
    this.tape = roomFor(this.tape, this.tapeLength + tape.length);
    this.tape.set(tape, this.tapeLength);
    this.tapeLength += tape.length;
    this.lists = roomFor(this.lists, this.listsLength * LIST + lists.length);
    this.lists.set(lists, this.listsLength * LIST);
    this.listsLength += lists.length / LIST;
    ahead.made = lists.length / LIST;
    ahead.to = to;
  }

  protected reasonAt(start: number, end: number, offset: number, reason: number): InvalidReason {
    const byte = start + offset < end ? this.buf[start + offset] : undefined;
    return { message: failureText(reason, byte), offset };
  }

  /** Validates buf[start, end) as one object; its member list, or -1 and `failure`. */
  protected scanLine(start: number, end: number, utf8: boolean): number {
    const tapeStart = this.tapeLength;
    if (!utf8) return fail(start, FAIL_UTF8);
    const open = skipSpace(this.buf, start);
    if (this.buf[open] !== OPEN_BRACE) return fail(open, FAIL_NOT_OBJECT);
    let p = this.scanObject(open);
    if (p < 0) return -1;
    p = skipSpace(this.buf, p);
    if (p < end) {
      this.tapeLength = tapeStart;
      return fail(p, FAIL_TRAILING);
    }
    return this.addList(tapeStart);
  }
}
