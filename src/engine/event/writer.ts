import { BACKSLASH, CLOSE_BRACE, COLON, COMMA, NEWLINE, OPEN_BRACE, QUOTE } from './bytes.ts';
import {
  CHANGED,
  CHILD_SHIFT,
  DEAD,
  DROPPED,
  END,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  EVENT_ROOT,
  INFO,
  JOINED,
  LIST,
  LIST_DIRTY,
  LIST_LENGTH,
  MEMBER,
  PLAIN,
  RAW_TEXT,
  STATE_MASK,
  UNCHANGED,
  VALUE,
  WAS_CHANGED,
} from './layout.ts';
import { Output } from './output.ts';
import { BatchReader } from './reader.ts';
import { skipString } from './scanner.ts';

const writtenLength = new Uint8Array(256).fill(1);
const shortEscape = new Map<number, string>([
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [12, 'f'],
  [13, 'r'],
]);
for (let c = 0; c < 32; c++) writtenLength[c] = shortEscape.has(c) ? 2 : 6;
writtenLength[QUOTE] = 2;
writtenLength[BACKSLASH] = 2;

function writeEscape(c: number, out: Output): void {
  const letter = c === QUOTE ? '"' : c === BACKSLASH ? '\\' : shortEscape.get(c);
  const text = `\\${letter ?? `u${c.toString(16).padStart(4, '0')}`}`;
  for (let i = 0; i < text.length; i++) out.byte(text.charCodeAt(i));
}

export function writeJsonString(buf: Buffer, start: number, end: number, out: Output): void {
  out.byte(QUOTE);
  let from = start;
  for (let p = start; p < end; p++) {
    const c = buf[p]!;
    if (writtenLength[c] === 1) continue;
    if (p > from) out.copy(buf, from, p);
    writeEscape(c, out);
    from = p + 1;
  }
  if (end > from) out.copy(buf, from, end);
  out.byte(QUOTE);
}

function jsonStringSize(buf: Buffer, start: number, end: number): number {
  let size = 2;
  for (let p = start; p < end; p++) size += writtenLength[buf[p]!]!;
  return size;
}

const RAW_PREFIX = Buffer.from('{"message":');

export type LineEntries = { add(length: number, rawText: boolean): void };

export abstract class BatchWriter extends BatchReader {
  /** Bytes of the written event without delimiter; raw text counts its text. */
  size(ev: number): number {
    const at = ev * EVENT;
    return (this.events[at + EVENT_INFO]! & STATE_MASK) === CHANGED
      ? this.listSize(this.events[at + EVENT_ROOT]!)
      : this.events[at + EVENT_END]! - this.events[at]!;
  }

  sizeOfDropped(ev: number): number {
    const at = ev * EVENT;
    const root = this.events[at + EVENT_ROOT]!;
    return (this.events[at + EVENT_INFO]! & WAS_CHANGED) !== 0 && root >= 0
      ? this.listSize(root)
      : this.events[at + EVENT_END]! - this.events[at]!;
  }

  /** Like `size`, for an NDJSON line (raw text wrapped in an object). */
  ndjsonSize(ev: number): number {
    if (!this.isRawText(ev)) return this.size(ev);
    const at = ev * EVENT;
    return RAW_PREFIX.length + 1 + jsonStringSize(this.buf, this.events[at]!, this.events[at + EVENT_END]!);
  }

  writeJson(ev: number, out: Output): void {
    const at = ev * EVENT;
    const info = this.events[at + EVENT_INFO]!;
    const start = this.events[at]!;
    const end = this.events[at + EVENT_END]!;
    if ((info & STATE_MASK) === CHANGED) this.writeList(this.events[at + EVENT_ROOT]!, out);
    else if (info & RAW_TEXT) {
      out.copy(RAW_PREFIX, 0, RAW_PREFIX.length);
      writeJsonString(this.buf, start, end, out);
      out.byte(CLOSE_BRACE);
    } else out.copy(this.buf, start, end);
  }

  /** Appends raw text as it is, other events as JSON, without newline. */
  writeTextOf(ev: number, out: Output): void {
    if (this.isRawText(ev))
      out.copy(this.buf, this.events[ev * EVENT]!, this.events[ev * EVENT + EVENT_END]!);
    else this.writeJson(ev, out);
  }

  writeNdjson(out: Output): number {
    return this.writeLines(out, true, null);
  }

  /** Appends live events, one per line: raw text as it is, others as JSON. */
  writeText(out: Output): number {
    return this.writeLines(out, false, null);
  }

  /**
   * A view of the live events as lines if the batch already holds them in that form, else null. Valid until
   * the batch changes.
   */
  standingLines(wrapText: boolean): { lines: Buffer; events: number } | null {
    let events = 0;
    let start = 0;
    let next = 0;
    for (let at = 0; at < this.count * EVENT; at += EVENT) {
      const info = this.events[at + EVENT_INFO]!;
      if ((info & STATE_MASK) >= DROPPED) continue;
      if ((info & STATE_MASK) !== UNCHANGED || (wrapText && (info & RAW_TEXT) !== 0)) return null;
      const from = this.events[at]!;
      const end = this.events[at + EVENT_END]!;
      if (events === 0) start = from;
      else if (from !== next) return null;
      if (this.buf[end] !== NEWLINE) return null;
      next = end + 1;
      events++;
    }
    return { lines: this.buf.subarray(start, next), events };
  }

  /** Like writeText; also reports each event's length and whether it is raw text. */
  writeStored(out: Output, entries: LineEntries): number {
    return this.writeLines(out, false, entries);
  }

  toJsonText(ev: number): string {
    const out = new Output(this.ndjsonSize(ev));
    this.writeJson(ev, out);
    return out.bytes.toString('utf8', 0, out.length);
  }

  /** An owned copy of the event as written (raw text or JSON). */
  bytesOf(ev: number): Buffer {
    const out = new Output(this.size(ev));
    this.writeTextOf(ev, out);
    return out.copyOut();
  }

  /** Copies untouched neighboring lines at once. */
  private writeLines(out: Output, wrapText: boolean, entries: LineEntries | null): number {
    const events = this.events;
    let written = 0;
    let start = 0;
    let next = -1;
    for (let at = 0; at < this.count * EVENT; at += EVENT) {
      const info = events[at + EVENT_INFO]!;
      if ((info & STATE_MASK) >= DROPPED) continue;
      written++;
      const from = events[at]!;
      const end = events[at + EVENT_END]!;
      if ((info & STATE_MASK) === UNCHANGED && !(wrapText && info & RAW_TEXT) && this.buf[end] === NEWLINE) {
        if (from !== next) {
          if (next > start) out.copy(this.buf, start, next);
          start = from;
        }
        next = end + 1;
        entries?.add(end - from, (info & RAW_TEXT) !== 0);
        continue;
      }
      if (next > start) out.copy(this.buf, start, next);
      start = 0;
      next = -1;
      const before = out.length;
      if (wrapText) this.writeJson(at / EVENT, out);
      else this.writeTextOf(at / EVENT, out);
      entries?.add(out.length - before, (info & RAW_TEXT) !== 0);
      out.byte(NEWLINE);
    }
    if (next > start) out.copy(this.buf, start, next);
    return written;
  }

  protected override changedJson(member: number): string {
    const out = new Output(1024);
    this.writeList(((this.tape[member + INFO]! >> CHILD_SHIFT) - 1) * LIST, out);
    return out.bytes.toString('utf8', 0, out.length);
  }

  private writeList(list: number, out: Output): void {
    const { buf, tape, lists } = this;
    let start = -1;
    let end = -1;
    let any = false;
    out.byte(OPEN_BRACE);
    for (let m = lists[list]!, stop = m + lists[list + LIST_LENGTH]! * MEMBER; m < stop; m += MEMBER) {
      const key = tape[m]!;
      const info = tape[m + INFO]!;
      const child = (info >> CHILD_SHIFT) * LIST - LIST;
      if (info & DEAD) continue;
      const whole = (info & JOINED) !== 0 && (child < 0 || lists[child + LIST_DIRTY] === 0);
      if (whole && key === end + 1) {
        end = tape[m + END]!;
        continue;
      }
      if (end > start) out.copy(buf, start, end);
      if (any) out.byte(COMMA);
      start = -1;
      end = -1;
      any = true;
      if (whole) {
        start = key;
        end = tape[m + END]!;
        continue;
      }
      out.copy(buf, key, skipString(buf, key));
      out.byte(COLON);
      if (child >= 0 && lists[child + LIST_DIRTY] === 1) this.writeList(child, out);
      else if (info & PLAIN) writeJsonString(buf, tape[m + VALUE]!, tape[m + END]!, out);
      else out.copy(buf, tape[m + VALUE]!, tape[m + END]!);
    }
    if (end > start) out.copy(buf, start, end);
    out.byte(CLOSE_BRACE);
  }

  private listSize(list: number): number {
    const { buf, tape, lists } = this;
    let size = 1;
    for (let m = lists[list]!, stop = m + lists[list + LIST_LENGTH]! * MEMBER; m < stop; m += MEMBER) {
      const key = tape[m]!;
      const info = tape[m + INFO]!;
      const child = (info >> CHILD_SHIFT) * LIST - LIST;
      if (info & DEAD) continue;
      const rebuilt = child >= 0 && lists[child + LIST_DIRTY] === 1;
      size++;
      if (info & JOINED && !rebuilt) {
        size += tape[m + END]! - key;
        continue;
      }
      size += skipString(buf, key) - key + 1;
      if (rebuilt) size += this.listSize(child);
      else if (info & PLAIN) size += jsonStringSize(buf, tape[m + VALUE]!, tape[m + END]!);
      else size += tape[m + END]! - tape[m + VALUE]!;
    }
    return size === 1 ? 2 : size;
  }
}
