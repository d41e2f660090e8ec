import { BACKSLASH, CLOSE_BRACE, COMMA, NEWLINE, OPEN_BRACE, QUOTE } from './bytes.ts';
import { EVENT, EVENT_END, EVENT_INFO, EVENT_ROOT, RAW_TEXT, REPAIRED, UNCHANGED } from './layout.ts';
import { isNumberText } from './numbers.ts';
import type { Output } from './output.ts';
import { BatchPruner } from './pruner.ts';

/** A field that `replaceText` writes. Names are unique within an event. */
export type TextField = {
  /** `"name":`. */
  readonly head: Buffer;
  readonly mayBeNumber: boolean;
};

export const createTextField = (name: string, mayBeNumber: boolean): TextField => ({
  head: Buffer.from(`${JSON.stringify(name)}:`),
  mayBeNumber,
});

/** Longer texts are written by one call of Node. */
const SHORT_TEXT = 24;
const BYTES_OF_CHAR = 3;
const NOTHING = Buffer.alloc(0);

export abstract class BatchBuilder extends BatchPruner {
  /**
   * Replaces raw text by an object of strings, in the order of `fields`; undefined texts are left out. Like
   * setting the fields and removing `message`, without a search for each. False (nothing changed) when a text
   * needs escaping.
   */
  replaceText(ev: number, fields: readonly TextField[], texts: readonly (string | undefined)[]): boolean {
    let most = 3;
    for (let i = 0; i < fields.length; i++)
      most += fields[i]!.head.length + (texts[i]?.length ?? 0) * BYTES_OF_CHAR + 3;
    const start = this.reserve(most);
    const { buf } = this;
    let p = start;
    buf[p++] = OPEN_BRACE;
    for (let i = 0; i < fields.length; i++) {
      const text = texts[i];
      if (text === undefined) continue;
      const { head, mayBeNumber } = fields[i]!;
      if (p > start + 1) buf[p++] = COMMA;
      for (let k = 0; k < head.length; k++) buf[p++] = head[k]!;
      const isNumber = mayBeNumber && isNumberText(text);
      if (!isNumber) buf[p++] = QUOTE;
      p = this.writePlain(text, p);
      if (p < 0) {
        this.used = start;
        return false;
      }
      if (!isNumber) buf[p++] = QUOTE;
    }
    buf[p++] = CLOSE_BRACE;
    buf[p] = NEWLINE;
    this.used = p + 1;
    const at = ev * EVENT;
    this.events[at] = start;
    this.events[at + EVENT_END] = p;
    this.events[at + EVENT_ROOT] = -1;
    this.events[at + EVENT_INFO] = (this.events[at + EVENT_INFO]! & REPAIRED) | UNCHANGED;
    return true;
  }

  /** Lets `into` write into this batch. Nothing else may change it until that is taken or given up. */
  lendRoom(into: Output): void {
    into.bytes = this.buf;
    into.length = this.used;
  }

  /** Adds what was written since `lendRoom`, one line of valid JSON; returns the event's number. */
  appendLent(written: Output): number {
    const start = this.used;
    return this.addEvent(start, this.takeLent(written), -1, UNCHANGED);
  }

  /** Replaces an event by what was written since `lendRoom`: raw UTF-8 text, or one line of valid JSON. */
  replaceByLent(ev: number, written: Output, rawText: boolean): void {
    const at = ev * EVENT;
    this.events[at] = this.used;
    this.events[at + EVENT_END] = this.takeLent(written);
    this.events[at + EVENT_ROOT] = -1;
    this.events[at + EVENT_INFO] = UNCHANGED | (rawText ? RAW_TEXT : 0);
  }

  /** Detaches `written` from this batch's memory. */
  giveUp(written: Output): void {
    written.bytes = NOTHING;
    written.clear();
  }

  private takeLent(written: Output): number {
    const end = written.length;
    written.byte(NEWLINE);
    this.buf = written.bytes;
    this.used = written.length;
    this.giveUp(written);
    return end;
  }

  /** @returns the offset after it, or -1 when it needs escapes */
  private writePlain(text: string, at: number): number {
    const { buf } = this;
    const { length } = text;
    if (length <= SHORT_TEXT) {
      let isAscii = true;
      for (let i = 0; i < length; i++) {
        const c = text.charCodeAt(i);
        if (c < 32 || c === QUOTE || c === BACKSLASH) return -1;
        if (c >= 128) isAscii = false;
        buf[at + i] = c;
      }
      if (isAscii) return at + length;
    }
    const end = at + buf.write(text, at);
    if (end - at !== length && !text.isWellFormed()) return -1;
    for (let p = at; p < end; p++) {
      const c = buf[p]!;
      if (c < 32 || c === QUOTE || c === BACKSLASH) return -1;
    }
    return end;
  }
}
