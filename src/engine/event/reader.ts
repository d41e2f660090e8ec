import { isDigit, MINUS, QUOTE, ZERO } from './bytes.ts';
import { ORIGIN, type TextConstant } from './constants.ts';
import {
  CHILD_SHIFT,
  END,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  type EventState,
  INFO,
  INVALID,
  LIST,
  LIST_DIRTY,
  PLAIN,
  RAW_TEXT,
  REPAIRED,
  STATE_MASK,
  VALUE,
  VALUE_ESCAPED,
  VALUE_UNICODE,
} from './layout.ts';
import type { Output } from './output.ts';
import type { Path } from './path.ts';
import { BatchStore } from './store.ts';

/**
 * Reads fields. A handle from `get` is valid until the next edit of its event; -1 is a missing field, for
 * which every test is false.
 */
export abstract class BatchReader extends BatchStore {
  state(ev: number): EventState {
    return (this.events[ev * EVENT + EVENT_INFO]! & STATE_MASK) as EventState;
  }

  isLive(ev: number): boolean {
    return this.state(ev) < 2;
  }

  isRawText(ev: number): boolean {
    return (this.events[ev * EVENT + EVENT_INFO]! & RAW_TEXT) !== 0;
  }

  wasRepaired(ev: number): boolean {
    return this.state(ev) !== INVALID && (this.events[ev * EVENT + EVENT_INFO]! & REPAIRED) !== 0;
  }

  original(ev: number): Buffer {
    return this.buf.subarray(this.events[ev * EVENT], this.events[ev * EVENT + EVENT_END]);
  }

  get(ev: number, path: Path): number {
    let list = path[0] === ORIGIN ? this.originRoot(ev) : this.root(ev);
    for (let i = 0; ; i++) {
      const member = this.find(list, path[i]!);
      if (member < 0 || i === path.length - 1) return member;
      list = this.openMember(member);
      if (list < 0) return -1;
    }
  }

  /** First byte of a value's JSON text, which identifies its type: `" { [ t f n -` or a digit; 0 for -1. */
  kind(member: number): number {
    if (member < 0) return 0;
    return this.tape[member + INFO]! & PLAIN ? QUOTE : this.buf[this.tape[member + VALUE]!]!;
  }

  isString(member: number): boolean {
    return this.kind(member) === QUOTE;
  }

  isNumber(member: number): boolean {
    const c = this.kind(member);
    return c === MINUS || isDigit(c);
  }

  /** Offset in `buf` of a string's text or another value's JSON text. */
  protected textStart(member: number): number {
    const at = this.tape[member + VALUE]!;
    return this.tape[member + INFO]! & PLAIN || this.buf[at] !== QUOTE ? at : at + 1;
  }

  protected textEnd(member: number): number {
    const end = this.tape[member + END]!;
    return this.tape[member + INFO]! & PLAIN || this.buf[this.tape[member + VALUE]!] !== QUOTE
      ? end
      : end - 1;
  }

  /** True when the bytes from textStart to textEnd need no decoding. */
  protected isLiteral(member: number): boolean {
    const info = this.tape[member + INFO]!;
    if (info & PLAIN) return true;
    const child = info >> CHILD_SHIFT;
    if (child > 0) return this.lists[(child - 1) * LIST + LIST_DIRTY] === 0;
    return (info & VALUE_ESCAPED) === 0 || this.buf[this.tape[member + VALUE]!] !== QUOTE;
  }

  /** Includes edits. */
  json(member: number): string {
    const info = this.tape[member + INFO]!;
    if (info & PLAIN) return JSON.stringify(this.text(member));
    if (!this.isLiteral(member) && this.buf[this.tape[member + VALUE]!] !== QUOTE)
      return this.changedJson(member);
    return this.buf.toString('utf8', this.tape[member + VALUE], this.tape[member + END]);
  }

  protected abstract changedJson(member: number): string;

  text(member: number): string {
    if (this.isLiteral(member)) {
      const encoding =
        this.tape[member + INFO]! & VALUE_UNICODE || !this.isString(member) ? 'utf8' : 'latin1';
      return this.buf.toString(encoding, this.textStart(member), this.textEnd(member));
    }
    return this.isString(member)
      ? (JSON.parse(this.buf.toString('utf8', this.tape[member + VALUE], this.tape[member + END])) as string)
      : this.changedJson(member);
  }

  textAt(ev: number, path: Path): string | undefined {
    const member = this.get(ev, path);
    return member < 0 ? undefined : this.text(member);
  }

  copyText(member: number, out: Output): void {
    if (this.isLiteral(member)) out.copy(this.buf, this.textStart(member), this.textEnd(member));
    else {
      const bytes = Buffer.from(this.text(member));
      out.copy(bytes, 0, bytes.length);
    }
  }

  /** The nearest double. */
  number(member: number): number {
    const buf = this.buf;
    const start = this.tape[member + VALUE]!;
    const end = this.tape[member + END]!;
    if (end - start > 16) return Number(buf.toString('latin1', start, end));
    const negative = buf[start] === MINUS;
    let value = 0;
    let scale = 1;
    let fraction = false;
    for (let p = negative ? start + 1 : start; p < end; p++) {
      const c = buf[p]!;
      if (isDigit(c)) {
        value = value * 10 + (c - ZERO);
        if (fraction) scale *= 10;
      } else if (c === 0x2e) fraction = true;
      else return Number(buf.toString('latin1', start, end));
    }
    return negative ? -(value / scale) : value / scale;
  }

  equals(member: number, wanted: TextConstant): boolean {
    if (member < 0) return false;
    if (!wanted.wellFormed || !this.isLiteral(member)) return this.text(member) === wanted.text;
    const start = this.textStart(member);
    return this.textEnd(member) - start === wanted.bytes.length && this.sameBytes(start, wanted.bytes);
  }

  contains(member: number, wanted: TextConstant): boolean {
    if (member < 0) return false;
    if (!wanted.wellFormed || !this.isLiteral(member)) return this.text(member).includes(wanted.text);
    const bytes = wanted.bytes;
    const first = bytes[0];
    const buf = this.buf;
    if (first === undefined) return true;
    for (let s = this.textStart(member), last = this.textEnd(member) - bytes.length; s <= last; s++)
      if (buf[s] === first && this.sameBytes(s, bytes)) return true;
    return false;
  }

  startsWith(member: number, wanted: TextConstant): boolean {
    if (member < 0) return false;
    if (!wanted.wellFormed || !this.isLiteral(member)) return this.text(member).startsWith(wanted.text);
    const start = this.textStart(member);
    return this.textEnd(member) - start >= wanted.bytes.length && this.sameBytes(start, wanted.bytes);
  }

  endsWith(member: number, wanted: TextConstant): boolean {
    if (member < 0) return false;
    if (!wanted.wellFormed || !this.isLiteral(member)) return this.text(member).endsWith(wanted.text);
    const at = this.textEnd(member) - wanted.bytes.length;
    return at >= this.textStart(member) && this.sameBytes(at, wanted.bytes);
  }
}
