import { isUtf8 } from 'node:buffer';
import {
  CHANGED,
  DROPPED,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  EVENT_ROOT,
  INVALID,
  NEWLINE,
  OPEN_BRACE,
  RAW_TEXT,
  REASON_SHIFT,
  REPAIRED,
  RETURN,
  STATE_MASK,
  UNCHANGED,
} from './layout.ts';
import type { Output } from './output.ts';
import { MESSAGE_PATH } from './path.ts';
import { BatchPruner } from './pruner.ts';
import {
  FAIL_NOT_OBJECT,
  FAIL_TRAILING,
  FAIL_UTF8,
  fail,
  failure,
  failureText,
  skipSpace,
} from './scanner.ts';

/** Bytes somewhere: `buf[start, end)`. */
export type Span = { buf: Buffer; start: number; end: number };

/** Why a text is no JSON event: a sentence, and the byte offset in the text. */
export type InvalidReason = { readonly message: string; readonly offset: number };

/**
 * A batch of log events kept as bytes with lazily indexed fields. An event is raw text (one line, readable
 * as the single field `message`) or a JSON object. Untouched text is written as it came, byte for byte.
 * Events are addressed by number, 0 to `count - 1`. Reuse a batch with `reset()`.
 */
export class Batch extends BatchPruner {
  /**
   * Takes the lines of src[from, to) as raw text; their bytes as `size` counts them. Empty lines are skipped;
   * a final `\r` is delimiter.
   */
  loadLines(src: Buffer, from = 0, to: number = src.length): number {
    const first = this.count;
    if (to <= from) return 0;
    const start = this.takeIn(src, from, to);
    const stop = start + to - from;
    const allUtf8 = isUtf8(this.buf.subarray(start, stop));
    for (let p = start; p < stop; ) {
      const newline = this.buf.indexOf(NEWLINE, p);
      const end = newline > p && this.buf[newline - 1] === RETURN ? newline - 1 : newline;
      if (end > p) this.addText(p, end, allUtf8 || isUtf8(this.buf.subarray(p, end)));
      p = newline + 1;
    }
    let bytes = 0;
    for (let ev = first; ev < this.count; ev++) bytes += this.size(ev);
    return bytes;
  }

  /** Takes the lines of src[from, to) as JSON objects; a bad one becomes INVALID (see `invalidReason`). */
  loadJsonLines(src: Buffer, from = 0, to: number = src.length): void {
    if (to <= from) return;
    const start = this.takeIn(src, from, to);
    const stop = start + to - from;
    const allUtf8 = isUtf8(this.buf.subarray(start, stop));
    for (let p = start; p < stop; ) {
      const newline = this.buf.indexOf(NEWLINE, p);
      const end = newline > p && this.buf[newline - 1] === RETURN ? newline - 1 : newline;
      if (this.buf[skipSpace(this.buf, p)] !== NEWLINE)
        this.addJson(p, end, allUtf8 || isUtf8(this.buf.subarray(p, end)));
      p = newline + 1;
    }
  }

  /** Takes the bytes as one raw text event; its number. */
  appendRaw(bytes: Buffer): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    return this.addText(start, start + bytes.length, isUtf8(bytes));
  }

  /** Takes the bytes as one JSON object (white space may hold newlines); its number. It may be INVALID. */
  appendJson(bytes: Buffer): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    const end = start + bytes.length;
    this.oneLine(start, end);
    return this.addJson(start, end, isUtf8(bytes));
  }

  /** Why an INVALID event was refused. */
  invalidReason(ev: number): InvalidReason {
    const at = ev * EVENT;
    const reason = this.events[at + EVENT_INFO]! >> REASON_SHIFT;
    return this.reasonAt(
      this.events[at]!,
      this.events[at + EVENT_END]!,
      this.events[at + EVENT_ROOT]!,
      reason,
    );
  }

  /**
   * Turns a raw text event into the object that its text holds, in place. Null when done (or already an
   * object); else why not, and the event stays as it was.
   */
  parseJson(ev: number): InvalidReason | null {
    if (!this.isRawText(ev)) return null;
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

  /** Copies an event of another batch, edits included; its number here. Its state is kept where it matters. */
  appendFrom(other: Batch, ev: number): number {
    const at = ev * EVENT;
    const info = other.events[at + EVENT_INFO]!;
    this.takeId(other, ev);
    if ((info & 3) === CHANGED) return this.appendTrusted(other.bytesOf(ev), false);
    const from = other.events[at]!;
    const to = other.events[at + EVENT_END]!;
    const start = this.takeIn(other.buf, from, to);
    const root = (info & 3) === INVALID ? other.events[at + EVENT_ROOT]! : -1;
    return this.addEvent(start, start + to - from, root, info);
  }

  /** Takes the first `length` bytes, which a batch wrote, without validating them again; its number. */
  appendTrusted(bytes: Buffer, rawText: boolean, length = bytes.length): number {
    const start = this.takeIn(bytes, 0, length);
    return this.addEvent(start, start + length, -1, rawText ? RAW_TEXT : UNCHANGED);
  }

  /** As appendTrusted, of one line of JSON as text. */
  appendTrustedJson(json: string): number {
    const start = this.reserve(json.length * 3 + 1);
    const end = start + this.buf.write(json, start);
    this.buf[end] = NEWLINE;
    this.used = end + 1;
    return this.addEvent(start, end, -1, UNCHANGED);
  }

  /** As appendFrom for the live ones of events [from, to); neighbours that nobody changed are one copy. */
  appendLive(other: Batch, from = 0, to: number = other.count): void {
    const { buf, events } = other;
    let start = 0;
    let next = -1;
    this.takeLiveIds(other, from, to);
    for (let ev = from; ev < to; ev++) {
      const at = ev * EVENT;
      const info = events[at + EVENT_INFO]!;
      if ((info & STATE_MASK) >= DROPPED) continue;
      const begin = events[at]!;
      const end = events[at + EVENT_END]!;
      if ((info & STATE_MASK) !== UNCHANGED || buf[end] !== NEWLINE) {
        this.takeLines(buf, start, next);
        next = -1;
        this.appendFrom(other, ev);
        continue;
      }
      if (begin !== next) {
        this.takeLines(buf, start, next);
        start = begin;
      }
      next = end + 1;
      const mine = this.used + begin - start;
      this.addEvent(mine, mine + end - begin, -1, info);
    }
    this.takeLines(buf, start, next);
  }

  /**
   * As appendTrusted for many at once: src[from, to) holds them one after the other, each followed by one
   * newline; `entries` holds a uint32 each, length * 2 + 1 when raw text.
   */
  loadTrusted(src: Buffer, from: number, to: number, entries: Buffer): void {
    let start = this.takeLines(src, from, to);
    for (let i = 0; i < entries.length; i += 4) {
      const entry = entries.readUInt32LE(i);
      this.addEvent(start, start + (entry >>> 1), -1, (entry & 1) === 1 ? RAW_TEXT : UNCHANGED);
      start += (entry >>> 1) + 1;
    }
  }

  /**
   * Where the bytes stand that the event would be written as (raw text, or JSON): in this batch when nobody
   * changed it, else they are written to `scratch`. Valid until the next edit.
   */
  locate(ev: number, scratch: Output, into: Span): void {
    if (this.state(ev) === CHANGED) {
      scratch.clear();
      this.writeJson(ev, scratch);
      into.buf = scratch.bytes;
      into.start = 0;
      into.end = scratch.length;
    } else {
      into.buf = this.buf;
      into.start = this.events[ev * EVENT]!;
      into.end = this.events[ev * EVENT + EVENT_END]!;
    }
  }

  /**
   * Makes the event the first `length` of these bytes: raw text in UTF-8, or one line of JSON that needs no
   * validation. They must not lie in this batch.
   */
  replaceWith(ev: number, bytes: Buffer, rawText: boolean, length = bytes.length): void {
    const start = this.takeIn(bytes, 0, length);
    const at = ev * EVENT;
    this.events[at] = start;
    this.events[at + EVENT_END] = start + length;
    this.events[at + EVENT_ROOT] = -1;
    this.events[at + EVENT_INFO] = UNCHANGED | (rawText ? RAW_TEXT : 0);
  }

  /** The message text of a raw event, or of its `message` field; undefined when there is none. */
  message(ev: number): string | undefined {
    if (this.isRawText(ev)) return this.original(ev).toString();
    const member = this.get(ev, MESSAGE_PATH);
    return member < 0 ? undefined : this.text(member);
  }

  /** Copies bytes into the arena, followed by the newline that every scan needs; their offset. */
  private takeIn(src: Buffer, from: number, to: number): number {
    const at = this.reserve(to - from + 1);
    src.copy(this.buf, at, from, to);
    this.buf[at + to - from] = NEWLINE;
    return at;
  }

  /** Copies whole lines, their newlines included, to where the next ones follow; nothing when `to` is -1. */
  private takeLines(src: Buffer, from: number, to: number): number {
    if (to < 0) return this.used;
    const at = this.reserve(to - from);
    src.copy(this.buf, at, from, to);
    return at;
  }

  private reasonAt(start: number, end: number, offset: number, reason: number): InvalidReason {
    const byte = start + offset < end ? this.buf[start + offset] : undefined;
    return { message: failureText(reason, byte), offset };
  }

  private addText(start: number, end: number, utf8: boolean): number {
    if (utf8) return this.addEvent(start, end, -1, RAW_TEXT);
    const repaired = Buffer.from(this.buf.toString('utf8', start, end));
    const at = this.takeIn(repaired, 0, repaired.length);
    return this.addEvent(at, at + repaired.length, -1, RAW_TEXT | REPAIRED);
  }

  private addJson(start: number, end: number, utf8: boolean): number {
    const list = this.scanLine(start, end, utf8);
    if (list >= 0) return this.addEvent(start, end, list, UNCHANGED);
    return this.addEvent(start, end, failure.at - start, INVALID | (failure.reason << REASON_SHIFT));
  }

  /** Validates buf[start, end) as one object; its member list, or -1 and `failure`. */
  private scanLine(start: number, end: number, utf8: boolean): number {
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
