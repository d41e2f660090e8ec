import { isUtf8 } from 'node:buffer';
import type { ComponentProblem } from '../components/types/component.ts';
import { NEWLINE, RETURN } from './bytes.ts';
import {
  CHANGED,
  DROPPED,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  EVENT_ROOT,
  INVALID,
  type Ints,
  RAW_TEXT,
  REASON_SHIFT,
  REPAIRED,
  roomFor,
  STATE_MASK,
  UNCHANGED,
} from './layout.ts';
import { Output } from './output.ts';
import { BatchParser, type InvalidReason } from './parser.ts';
import { MESSAGE_PATH } from './path.ts';
import { failure, skipSpace } from './scanner.ts';

export type Span = { buf: Buffer; start: number; end: number };

const WRITTEN_BYTES = 1 << 14;
const KEEP_WRITTEN_BYTES = 1 << 20;
/** Shared: memory per event would cost more than writing it. */
let written = new Output(WRITTEN_BYTES);

type Refused = { readonly problem: ComponentProblem; readonly isText: boolean };

/**
 * A batch of events kept as bytes with lazily indexed fields. An event is raw text (read as the field
 * `message`) or a JSON object. Unedited events are written byte for byte. Events are numbered from 0. Reuse a
 * batch with `reset()`.
 */
export class Batch extends BatchParser {
  private refusals: Map<number, Refused> | null = null;
  /** Raw texts in which invalid UTF-8 was replaced by U+FFFD. */
  repaired = 0;

  override reset(): void {
    super.reset();
    this.refusals = null;
    this.repaired = 0;
  }

  /**
   * Adds the lines of src[from, to) as raw text; returns their bytes. Skips empty lines; a final `\r` is a
   * delimiter.
   */
  loadLines(src: Buffer, from = 0, to: number = src.length): number {
    const first = this.count;
    if (to <= from) return 0;
    const start = this.takeIn(src, from, to);
    const stop = start + to - from;
    const allUtf8 = isUtf8(this.buf.subarray(start, stop));
    for (let p = start; p < stop; p++) {
      if (this.buf[p] === NEWLINE) continue;
      const newline = this.buf.indexOf(NEWLINE, p);
      const end = newline > p && this.buf[newline - 1] === RETURN ? newline - 1 : newline;
      if (end > p) this.addText(p, end, allUtf8 || isUtf8(this.buf.subarray(p, end)));
      p = newline;
    }
    let bytes = 0;
    for (let ev = first; ev < this.count; ev++) bytes += this.size(ev);
    return bytes;
  }

  /** Adds the lines of src[from, to) as JSON objects; a bad one becomes INVALID (see `invalidReason`). */
  loadJsonLines(src: Buffer, from = 0, to: number = src.length): void {
    if (to <= from) return;
    const first = this.count;
    const start = this.takeIn(src, from, to);
    const stop = start + to - from;
    const allUtf8 = isUtf8(this.buf.subarray(start, stop));
    for (let p = start; p < stop; p++) {
      if (this.buf[p] === NEWLINE) continue;
      const newline = this.buf.indexOf(NEWLINE, p);
      const end = newline > p && this.buf[newline - 1] === RETURN ? newline - 1 : newline;
      if (this.buf[skipSpace(this.buf, p)] !== NEWLINE) {
        if (allUtf8 || isUtf8(this.buf.subarray(p, end))) this.addEvent(p, end, -1, RAW_TEXT);
        else this.addJson(p, end, false);
      }
      p = newline;
    }
    for (let ev = first; ev < this.count; ev++) if (this.isRawText(ev)) this.parseLine(ev);
  }

  appendRaw(bytes: Buffer): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    return this.addText(start, start + bytes.length, isUtf8(bytes));
  }

  /** Adds one JSON object, which may be INVALID and contain newlines; returns its number. */
  appendJson(bytes: Buffer): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    const end = start + bytes.length;
    this.oneLine(start, end);
    return this.addJson(start, end, isUtf8(bytes));
  }

  /**
   * Adds an event refused by its source, which becomes a dead letter: a line (possibly truncated), or JSON.
   */
  appendRefused(bytes: Buffer, problem: ComponentProblem, isText = true): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    const event = this.addEvent(start, start + bytes.length, 0, INVALID);
    this.refusals ??= new Map();
    this.refusals.set(event, { problem, isText });
    return event;
  }

  /** Like appendRefused, for an existing event. */
  refuse(ev: number, problem: ComponentProblem): void {
    const at = ev * EVENT;
    this.refusals ??= new Map();
    this.refusals.set(ev, { problem, isText: this.isRawText(ev) });
    this.events[at + EVENT_ROOT] = 0;
    this.events[at + EVENT_INFO] = INVALID;
  }

  refusalOf(ev: number): ComponentProblem | undefined {
    return this.refusals?.get(ev)?.problem;
  }

  isRefusedText(ev: number): boolean {
    return this.refusals?.get(ev)?.isText ?? false;
  }

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

  /** Copies an event of another batch with edits and state; returns its number here. */
  appendFrom(other: Batch, ev: number): number {
    const at = ev * EVENT;
    const info = other.events[at + EVENT_INFO]!;
    this.takeId(other, ev);
    this.takeOrigin(other, ev);
    if ((info & 3) === CHANGED) return this.appendWritten(other, ev);
    const from = other.events[at]!;
    const to = other.events[at + EVENT_END]!;
    const start = this.takeIn(other.buf, from, to);
    if ((info & 3) !== INVALID) return this.addEvent(start, start + to - from, -1, info);
    const refusal = other.refusals?.get(ev);
    if (refusal) this.refusals = (this.refusals ?? new Map()).set(this.count, refusal);
    return this.addEvent(start, start + to - from, other.events[at + EVENT_ROOT]!, info);
  }

  private appendWritten(other: Batch, ev: number): number {
    written.clear();
    other.writeJson(ev, written);
    const appended = this.appendTrusted(written.bytes, false, written.length);
    if (written.bytes.length > KEEP_WRITTEN_BYTES) written = new Output(WRITTEN_BYTES);
    return appended;
  }

  /** Adds the first `length` bytes without validation, as a batch wrote them; returns the event's number. */
  appendTrusted(bytes: Buffer, rawText: boolean, length = bytes.length): number {
    const start = this.takeIn(bytes, 0, length);
    return this.addEvent(start, start + length, -1, rawText ? RAW_TEXT : UNCHANGED);
  }

  /** Like appendTrusted, in two pieces. */
  appendJoined(
    head: Buffer,
    from: number,
    to: number,
    tail: Buffer,
    tailFrom: number,
    tailTo: number,
  ): number {
    const start = this.reserve(to - from + tailTo - tailFrom + 1);
    head.copy(this.buf, start, from, to);
    tail.copy(this.buf, start + to - from, tailFrom, tailTo);
    const end = this.used - 1;
    this.buf[end] = NEWLINE;
    return this.addEvent(start, end, -1, UNCHANGED);
  }

  /**
   * Like appendTrusted for lines of JSON in src[from, to), each followed by a newline. `ends` has the offset of
   * each newline, counted from `from`.
   */
  appendTrustedLines(src: Buffer, from: number, to: number, ends: Ints): void {
    const start = this.takeLines(src, from, to);
    const { length } = ends;
    const events = roomFor(this.events, (this.count + length) * EVENT);
    this.events = events;
    let next = start;
    for (let i = 0, at = this.count * EVENT; i < length; i++, at += EVENT) {
      const end = start + ends[i]!;
      events[at] = next;
      events[at + EVENT_END] = end;
      events[at + EVENT_ROOT] = -1;
      events[at + EVENT_INFO] = UNCHANGED;
      next = end + 1;
    }
    this.count += length;
  }

  /** Like appendTrusted, for one line of JSON. */
  appendTrustedJson(json: string): number {
    const start = this.reserve(json.length * 3 + 1);
    const end = start + this.buf.write(json, start);
    this.buf[end] = NEWLINE;
    this.used = end + 1;
    return this.addEvent(start, end, -1, UNCHANGED);
  }

  /** Like appendFrom for the live events of [from, to); copies unchanged neighbors together. */
  appendLive(other: Batch, from = 0, to: number = other.count): void {
    const { buf, events } = other;
    let start = 0;
    let next = -1;
    this.takeLiveIds(other, from, to);
    this.takeLiveOrigins(other, from, to);
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

  /** Moves the live events from `from` on to the end of another batch. */
  moveTail(from: number, into: Batch): void {
    into.appendLive(this, from);
    this.count = from;
    if (this.ids) this.ids.length = Math.min(this.ids.length, from);
    if (this.origins) this.origins.length = Math.min(this.origins.length, from);
  }

  /**
   * Like appendTrusted for many events in src[from, to), each followed by a newline; `entries` holds a uint32
   * each, length * 2 + 1 for raw text.
   */
  loadTrusted(src: Buffer, from: number, to: number, entries: Buffer): void {
    let start = this.takeLines(src, from, to);
    for (let i = 0; i < entries.length; i += 4) {
      const entry = entries.readUInt32LE(i);
      this.addEvent(start, start + (entry >>> 1), -1, (entry & 1) === 1 ? RAW_TEXT : UNCHANGED);
      start += (entry >>> 1) + 1;
    }
  }

  /** Where up to `most` events from `from` on are, as in layout.ts. Valid until the next edit. */
  recordsFrom(from: number, most: number): Ints {
    return this.events.subarray(from * EVENT, Math.min(this.count, from + most) * EVENT);
  }

  /**
   * Locates the event's written form (raw text or JSON): in this batch when unchanged, else in `scratch`.
   * Valid until the next edit.
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
   * Replaces the event by the first `length` bytes: raw UTF-8 text, or one line of valid JSON. They must not
   * be part of this batch.
   */
  replaceWith(ev: number, bytes: Buffer, rawText: boolean, length = bytes.length): void {
    const start = this.takeIn(bytes, 0, length);
    const at = ev * EVENT;
    this.events[at] = start;
    this.events[at + EVENT_END] = start + length;
    this.events[at + EVENT_ROOT] = -1;
    this.events[at + EVENT_INFO] = UNCHANGED | (rawText ? RAW_TEXT : 0);
  }

  /** A raw event's text, or its field `message`. */
  message(ev: number): string | undefined {
    if (this.isRawText(ev))
      return this.buf.toString('utf8', this.events[ev * EVENT], this.events[ev * EVENT + EVENT_END]);
    return this.textAt(ev, MESSAGE_PATH);
  }

  /** Copies bytes plus the newline every scan needs; returns their offset. */
  private takeIn(src: Buffer, from: number, to: number): number {
    const at = this.reserve(to - from + 1);
    src.copy(this.buf, at, from, to);
    this.buf[at + to - from] = NEWLINE;
    return at;
  }

  /** Copies whole lines to the arena's end; nothing when `to` is -1. */
  private takeLines(src: Buffer, from: number, to: number): number {
    if (to < 0) return this.used;
    const at = this.reserve(to - from);
    src.copy(this.buf, at, from, to);
    return at;
  }

  private addText(start: number, end: number, utf8: boolean): number {
    if (utf8) return this.addEvent(start, end, -1, RAW_TEXT);
    this.repaired++;
    const repaired = Buffer.from(this.buf.toString('utf8', start, end));
    const at = this.takeIn(repaired, 0, repaired.length);
    return this.addEvent(at, at + repaired.length, -1, RAW_TEXT | REPAIRED);
  }

  private addJson(start: number, end: number, utf8: boolean): number {
    const list = this.scanLine(start, end, utf8);
    if (list >= 0) return this.addEvent(start, end, list, UNCHANGED);
    return this.addEvent(start, end, failure.at - start, INVALID | (failure.reason << REASON_SHIFT));
  }
}
