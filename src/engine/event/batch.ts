import { isUtf8 } from 'node:buffer';
import { BatchEditor } from './editor.ts';
import {
  CHANGED,
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
  UNCHANGED,
} from './layout.ts';
import { MESSAGE_PATH } from './path.ts';
import {
  FAIL_NOT_OBJECT,
  FAIL_TRAILING,
  FAIL_UTF8,
  fail,
  failure,
  failureText,
  skipSpace,
} from './scanner.ts';

/** Why a text is no JSON event: a sentence, and the byte offset in the text. */
export type InvalidReason = { readonly message: string; readonly offset: number };

/**
 * A batch of log events kept as bytes with lazily indexed fields. An event is raw text (one line, readable
 * as the single field `message`) or a JSON object. Untouched text is written as it came, byte for byte.
 * Events are addressed by number, 0 to `count - 1`. Reuse a batch with `reset()`.
 */
export class Batch extends BatchEditor {
  /** Takes the lines of src[from, to) as raw text. Empty lines are skipped; a final `\r` is delimiter. */
  loadLines(src: Buffer, from = 0, to: number = src.length): void {
    this.eachLine(src, from, to, (start, end, utf8) => {
      if (end > start) this.addText(start, end, utf8);
    });
  }

  /** Takes the lines of src[from, to) as JSON objects; a bad one becomes INVALID (see `invalidReason`). */
  loadJsonLines(src: Buffer, from = 0, to: number = src.length): void {
    this.eachLine(src, from, to, (start, end, utf8) => {
      if (this.buf[skipSpace(this.buf, start)] !== NEWLINE) this.addJson(start, end, utf8);
    });
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
    if ((info & 3) === CHANGED) return this.appendTrusted(other.bytesOf(ev), false);
    const from = other.events[at]!;
    const to = other.events[at + EVENT_END]!;
    const start = this.takeIn(other.buf, from, to);
    const root = (info & 3) === INVALID ? other.events[at + EVENT_ROOT]! : -1;
    return this.addEvent(start, start + to - from, root, info);
  }

  /** Takes bytes that a batch wrote, without validating them again; its number. */
  appendTrusted(bytes: Buffer, rawText: boolean): number {
    const start = this.takeIn(bytes, 0, bytes.length);
    return this.addEvent(start, start + bytes.length, -1, rawText ? RAW_TEXT : UNCHANGED);
  }

  /** As appendTrusted for many at once: src holds them one after the other, each followed by one newline. */
  loadTrusted(src: Buffer, lengths: readonly number[], rawText: readonly boolean[]): void {
    let start = this.takeIn(src, 0, src.length);
    for (let i = 0; i < lengths.length; i++) {
      this.addEvent(start, start + lengths[i]!, -1, rawText[i] ? RAW_TEXT : UNCHANGED);
      start += lengths[i]! + 1;
    }
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

  private eachLine(
    src: Buffer,
    from: number,
    to: number,
    take: (start: number, end: number, utf8: boolean) => void,
  ): void {
    if (to <= from) return;
    const start = this.takeIn(src, from, to);
    const stop = start + to - from;
    const allUtf8 = isUtf8(this.buf.subarray(start, stop));
    for (let p = start; p < stop; ) {
      const newline = this.buf.indexOf(NEWLINE, p);
      const end = newline > p && this.buf[newline - 1] === RETURN ? newline - 1 : newline;
      take(p, end, allUtf8 || isUtf8(this.buf.subarray(p, end)));
      p = newline + 1;
    }
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
