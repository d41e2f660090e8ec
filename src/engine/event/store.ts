import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './bytes.ts';
import { type Arena, MESSAGE, ORIGIN, type TextConstant } from './constants.ts';
import {
  CHILD_SHIFT,
  DEAD,
  END,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  EVENT_ROOT,
  INFO,
  type Ints,
  JOINED,
  KEY_ESCAPED,
  LIST,
  LIST_CAPACITY,
  LIST_DIRTY,
  LIST_LENGTH,
  MEMBER,
  PLAIN,
  RAW_TEXT,
  roomFor,
  SPARE_MEMBERS,
  VALUE,
  VALUE_ESCAPED,
  VALUE_UNICODE,
} from './layout.ts';
import { EventOrigins } from './origins.ts';
import {
  FAIL_SYNTAX,
  fail,
  MAX_DEPTH,
  OWN_DEPTH,
  skipScalar,
  skipSpace,
  skipString,
  skipValue,
  stringEnd,
} from './scanner.ts';

export abstract class BatchStore extends EventOrigins implements Arena {
  /** Replaced when it grows: never keep it across an edit. Offsets stay valid. */
  buf: Buffer;
  epoch = 0;
  /** Includes dropped and invalid events. */
  count = 0;
  protected used = 0;
  protected tapeLength = 0;
  protected listsLength = 0;
  protected tape: Ints = new Int32Array(1 << 12);
  protected lists: Ints = new Int32Array(1 << 10);
  protected events: Ints = new Int32Array(1 << 10);
  /** By origin, which many events share. */
  private readonly originLists = new Map<string, number>();

  constructor(size = 1 << 16) {
    super();
    this.buf = Buffer.allocUnsafeSlow(Math.max(size, 64));
  }

  reset(): void {
    this.used = 0;
    this.tapeLength = 0;
    this.listsLength = 0;
    this.count = 0;
    this.ids = null;
    this.origins = null;
    this.originLists.clear();
    this.epoch++;
  }

  get footprint(): number {
    return this.used + 4 * (this.tapeLength + this.listsLength * LIST + this.count * EVENT);
  }

  /** Bytes of events, each with its newline, that fit before the arena grows. */
  get room(): number {
    return this.buf.length - this.used - 1;
  }

  /** Reserves `count` bytes in the arena; offsets stay valid when it grows. */
  protected reserve(count: number): number {
    const at = this.used;
    if (at + count + 1 > this.buf.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.buf.length * 2, at + count + 1));
      this.buf.copy(larger, 0, 0, at);
      this.buf = larger;
    }
    this.used = at + count;
    return at;
  }

  append(bytes: Buffer): number {
    const at = this.reserve(bytes.length);
    bytes.copy(this.buf, at);
    return at;
  }

  protected addEvent(start: number, end: number, root: number, info: number): number {
    const at = this.count * EVENT;
    const events = roomFor(this.events, at + EVENT);
    this.events = events;
    events[at] = start;
    events[at + EVENT_END] = end;
    events[at + EVENT_ROOT] = root;
    events[at + EVENT_INFO] = info;
    return this.count++;
  }

  /** Validates the object at `from` and puts its members on the tape; returns the offset after it, or -1. */
  protected scanObject(from: number, maxDepth = MAX_DEPTH): number {
    const buf = this.buf;
    let tape = this.tape;
    let t = this.tapeLength;
    let p = skipSpace(buf, from + 1);
    let c = buf[p]!;
    if (c !== CLOSE_BRACE) {
      for (;;) {
        if (c !== QUOTE) return fail(p, FAIL_SYNTAX);
        const key = p;
        const keyEnd = stringEnd(buf, p);
        if (keyEnd < 0) return -1;
        let info = keyEnd & VALUE_ESCAPED ? JOINED | KEY_ESCAPED : JOINED;
        p = (keyEnd >> 3) + 1;
        if (buf[p] !== COLON) {
          p = skipSpace(buf, p);
          if (buf[p] !== COLON) return fail(p, FAIL_SYNTAX);
        }
        c = buf[++p]!;
        if (c <= 32) {
          p = skipSpace(buf, p);
          c = buf[p]!;
        }
        const value = p;
        if (c === QUOTE) {
          const end = stringEnd(buf, p);
          if (end < 0) return -1;
          p = (end >> 3) + 1;
          info |= end & (VALUE_ESCAPED | VALUE_UNICODE);
        } else {
          p = c === OPEN_BRACE || c === OPEN_BRACKET ? skipValue(buf, p, maxDepth) : skipScalar(buf, p);
          if (p < 0) return -1;
        }
        if (t + MEMBER > tape.length) {
          tape = roomFor(tape, t + MEMBER);
          this.tape = tape;
        }
        tape[t] = key;
        tape[t + VALUE] = value;
        tape[t + END] = p;
        tape[t + INFO] = info;
        t += MEMBER;
        c = buf[p]!;
        if (c <= 32) {
          p = skipSpace(buf, p);
          c = buf[p]!;
        }
        if (c === CLOSE_BRACE) break;
        if (c !== COMMA) return fail(p, FAIL_SYNTAX);
        c = buf[++p]!;
        if (c <= 32) {
          p = skipSpace(buf, p);
          c = buf[p]!;
        }
      }
    }
    this.tapeLength = t;
    return p + 1;
  }

  /** Makes a list, with spare slots, of the members on the tape from `at`. */
  protected addList(at: number): number {
    const list = this.listsLength++ * LIST;
    const lists = roomFor(this.lists, list + LIST);
    this.lists = lists;
    const length = (this.tapeLength - at) / MEMBER;
    lists[list] = at;
    lists[list + LIST_LENGTH] = length;
    lists[list + LIST_CAPACITY] = length + SPARE_MEMBERS;
    lists[list + LIST_DIRTY] = 0;
    this.tapeLength += SPARE_MEMBERS * MEMBER;
    this.tape = roomFor(this.tape, this.tapeLength);
    return list;
  }

  /** An event's members, opened on first use for raw text and unparsed copies. */
  protected root(ev: number): number {
    const known = this.events[ev * EVENT + EVENT_ROOT]!;
    return known >= 0 ? known : this.openRoot(ev);
  }

  private openRoot(ev: number): number {
    const at = ev * EVENT;
    const tapeStart = this.tapeLength;
    if ((this.events[at + EVENT_INFO]! & RAW_TEXT) === 0) {
      this.scanObject(skipSpace(this.buf, this.events[at]!), OWN_DEPTH);
    } else {
      const key = MESSAGE.json.placeIn(this);
      const tape = roomFor(this.tape, tapeStart + MEMBER);
      this.tape = tape;
      tape[tapeStart] = key;
      tape[tapeStart + VALUE] = this.events[at]!;
      tape[tapeStart + END] = this.events[at + EVENT_END]!;
      tape[tapeStart + INFO] = PLAIN | VALUE_UNICODE;
      this.tapeLength = tapeStart + MEMBER;
    }
    const list = this.addList(tapeStart);
    this.events[at + EVENT_ROOT] = list;
    return list;
  }

  /** A list with the event's origin as its only member, or empty. */
  protected originRoot(ev: number): number {
    const origin = this.origins?.[ev] ?? '';
    const known = this.originLists.get(origin);
    if (known !== undefined) return known;
    const tapeStart = this.tapeLength;
    if (origin !== '') {
      const key = ORIGIN.json.placeIn(this);
      const value = this.append(Buffer.from(origin));
      const tape = roomFor(this.tape, tapeStart + MEMBER);
      this.tape = tape;
      tape[tapeStart] = key;
      tape[tapeStart + VALUE] = value;
      tape[tapeStart + END] = this.used;
      tape[tapeStart + INFO] = VALUE_UNICODE;
      this.tapeLength = tapeStart + MEMBER;
    }
    const list = this.addList(tapeStart);
    this.originLists.set(origin, list);
    return list;
  }

  /** The member list of an object value; -1 for other values. */
  protected openMember(member: number): number {
    const child = this.tape[member + INFO]! >> CHILD_SHIFT;
    if (child > 0) return (child - 1) * LIST;
    const at = this.tape[member + VALUE]!;
    if (this.tape[member + INFO]! & PLAIN || this.buf[at] !== OPEN_BRACE) return -1;
    const tapeStart = this.tapeLength;
    this.scanObject(at, OWN_DEPTH);
    const list = this.addList(tapeStart);
    this.tape[member + INFO]! |= (list / LIST + 1) << CHILD_SHIFT;
    return list;
  }

  protected sameBytes(at: number, bytes: Buffer): boolean {
    for (let i = 0, buf = this.buf, n = bytes.length; i < n; i++) if (buf[at + i] !== bytes[i]) return false;
    return true;
  }

  protected isKey(member: number, key: TextConstant): boolean {
    const at = this.tape[member]!;
    const info = this.tape[member + INFO]!;
    if (info & DEAD) return false;
    if (info & KEY_ESCAPED) {
      // Decodes single strings: JSON.parse of whole objects confuses escaped keys in Node 24.21.
      return JSON.parse(this.buf.toString('utf8', at, skipString(this.buf, at))) === key.text;
    }
    return key.plain && this.buf[at + 1 + key.bytes.length] === QUOTE && this.sameBytes(at + 1, key.bytes);
  }

  /** The last member with that name (as in JSON.parse), or -1. */
  protected find(list: number, key: TextConstant): number {
    const { buf, tape } = this;
    const first = this.lists[list]!;
    const behind = key.bytes.length + 1;
    for (let m = first + (this.lists[list + LIST_LENGTH]! - 1) * MEMBER; m >= first; m -= MEMBER) {
      // Most keys end elsewhere.
      if (buf[tape[m]! + behind] !== QUOTE && (tape[m + INFO]! & KEY_ESCAPED) === 0) continue;
      if (this.isKey(m, key)) return m;
    }
    return -1;
  }
}
