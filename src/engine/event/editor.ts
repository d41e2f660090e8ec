import { BACKSLASH, NEWLINE, QUOTE, RETURN } from './bytes.ts';
import { EMPTY_OBJECT, type JsonConstant, ORIGIN, type TextConstant } from './constants.ts';
import {
  CHANGED,
  DEAD,
  DROPPED,
  END,
  EVENT,
  EVENT_INFO,
  INFO,
  INVALID,
  JOINED,
  KEY_ESCAPED,
  LIST_CAPACITY,
  LIST_DIRTY,
  LIST_LENGTH,
  MEMBER,
  PLAIN,
  REPAIRED,
  roomFor,
  SPARE_MEMBERS,
  VALUE,
  VALUE_ESCAPED,
  VALUE_UNICODE,
  WAS_CHANGED,
} from './layout.ts';
import type { KeepTree, Path } from './path.ts';
import { FAIL_SYNTAX, fail, MAX_DEPTH, skipSpace, skipValue } from './scanner.ts';
import { BatchWriter } from './writer.ts';

const SHORT_STRING = 24;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what JSON escapes
const ESCAPED_IN_JSON = /["\\\u0000-\u001f]/;

/**
 * Edits events. Editing raw text first turns it into `{"message":…}`. Set and rename return false (nothing
 * changed) when a non-object is in the way. Removing a field also removes its shadowed duplicates.
 */
export abstract class BatchEditor extends BatchWriter {
  private readonly chain = new Int32Array(MAX_DEPTH);
  private chainLength = 0;
  private killed = false;

  drop(ev: number): void {
    const at = ev * EVENT + EVENT_INFO;
    const state = this.state(ev);
    if (state === INVALID) return;
    this.events[at] = (this.events[at]! & ~3) | DROPPED | (state === CHANGED ? WAS_CHANGED : 0);
  }

  remove(ev: number, path: Path): boolean {
    if (path[0] === ORIGIN) return false;
    this.killed = false;
    const member = this.seekOnly(ev, path);
    if (member >= 0) this.tape[member + INFO]! |= DEAD;
    if (member >= 0 || this.killed) this.touchChain(ev);
    return member >= 0;
  }

  /** Creates missing objects on the way. */
  set(ev: number, path: Path, value: JsonConstant): boolean {
    const at = value.placeIn(this);
    return this.place(ev, path, at, at + value.bytes.length, value.flags);
  }

  setString(ev: number, path: Path, text: string): boolean {
    const short = this.placeShort(ev, path, text);
    if (short !== null) return short;
    if (!text.isWellFormed()) return this.setJsonText(ev, path, JSON.stringify(text));
    const at = this.reserve(text.length * 3 + 2);
    const end = at + 1 + this.buf.write(text, at + 1);
    // Stored unescaped where possible, so that it can be copied out.
    if (ESCAPED_IN_JSON.test(text)) {
      this.used = end;
      return this.place(ev, path, at + 1, end, PLAIN | VALUE_UNICODE);
    }
    this.buf[at] = QUOTE;
    this.buf[end] = QUOTE;
    this.used = end + 1;
    return this.place(ev, path, at, end + 1, VALUE_UNICODE);
  }

  /** Fast path for short ASCII text; null if it needs escapes or is longer. */
  private placeShort(ev: number, path: Path, text: string): boolean | null {
    const length = text.length;
    if (length > SHORT_STRING) return null;
    const at = this.reserve(length + 2);
    const buf = this.buf;
    buf[at] = QUOTE;
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c >= 128 || c < 32 || c === QUOTE || c === BACKSLASH) {
        this.used = at;
        return null;
      }
      buf[at + 1 + i] = c;
    }
    buf[at + 1 + length] = QUOTE;
    return this.place(ev, path, at, at + length + 2, VALUE_UNICODE);
  }

  /** Sets JSON text; false also when it is invalid. */
  setJsonText(ev: number, path: Path, text: string): boolean {
    const at = this.reserve(text.length * 3 + 1);
    const written = this.buf.write(text, at);
    this.oneLine(at, at + written);
    this.buf[at + written] = NEWLINE;
    this.used = at + written + 1;
    const start = skipSpace(this.buf, at);
    const end = skipValue(this.buf, start);
    if (end < 0 || skipSpace(this.buf, end) !== at + written) {
      if (end >= 0) fail(end, FAIL_SYNTAX);
      this.used = at;
      return false;
    }
    return this.place(ev, path, start, end, VALUE_ESCAPED | VALUE_UNICODE);
  }

  /** Sets JSON text written by a batch, without validation; it must not be part of this batch. */
  setTrusted(ev: number, path: Path, bytes: Buffer): boolean {
    const at = this.append(bytes);
    return this.place(ev, path, at, at + bytes.length, VALUE_ESCAPED | VALUE_UNICODE);
  }

  /** Copies a value over `to`; false when the field is missing or something is in the way. */
  copy(ev: number, from: Path, to: Path): boolean {
    const member = this.get(ev, from);
    return member >= 0 && this.setJsonText(ev, to, this.json(member));
  }

  /** Moves a value over `to`; false when the field is missing or something is in the way. */
  rename(ev: number, from: Path, to: Path): boolean {
    const member = this.get(ev, from);
    if (member < 0 || !this.canPlace(ev, to)) return false;
    const value = this.tape[member + VALUE]!;
    const end = this.tape[member + END]!;
    const info = this.tape[member + INFO]!;
    this.remove(ev, from);
    return this.place(ev, to, value, end, info);
  }

  /** Removes every field outside the tree, and objects that become empty. */
  keep(ev: number, tree: KeepTree): void {
    this.killed = false;
    this.keepIn(this.root(ev), tree);
    if (this.killed) this.touch(ev);
  }

  /** An event is one line: replaces newlines between tokens by `\r`. Valid strings contain neither. */
  protected oneLine(start: number, end: number): void {
    const buf = this.buf;
    for (let p = buf.indexOf(NEWLINE, start); p >= 0 && p < end; p = buf.indexOf(NEWLINE, p + 1))
      buf[p] = RETURN;
  }

  protected touch(ev: number): void {
    const at = ev * EVENT + EVENT_INFO;
    this.events[at] = (this.events[at]! & REPAIRED) | CHANGED;
  }

  private touchChain(ev: number): void {
    this.touch(ev);
    for (let i = 0; i < this.chainLength; i++) this.lists[this.chain[i]! + LIST_DIRTY] = 1;
  }

  /** Like find, and removes shadowed duplicates. */
  private findOnly(list: number, key: TextConstant): number {
    const first = this.lists[list]!;
    let hit = -1;
    for (let m = first + (this.lists[list + LIST_LENGTH]! - 1) * MEMBER; m >= first; m -= MEMBER) {
      if (!this.isKey(m, key)) continue;
      if (hit < 0) hit = m;
      else {
        this.tape[m + INFO]! |= DEAD;
        this.killed = true;
      }
    }
    return hit;
  }

  private seekOnly(ev: number, path: Path): number {
    this.chainLength = 0;
    let list = this.root(ev);
    for (let i = 0; ; i++) {
      this.chain[this.chainLength++] = list;
      const member = this.findOnly(list, path[i]!);
      if (member < 0 || i === path.length - 1) return member;
      list = this.openMember(member);
      if (list < 0) return -1;
    }
  }

  /** True when every step of the path is an object or missing. */
  private canPlace(ev: number, path: Path): boolean {
    let list = this.root(ev);
    for (let i = 0; i < path.length - 1; i++) {
      const member = this.find(list, path[i]!);
      if (member < 0) return true;
      list = this.openMember(member);
      if (list < 0) return false;
    }
    return true;
  }

  private place(ev: number, path: Path, value: number, end: number, info: number): boolean {
    if (path[0] === ORIGIN || !this.canPlace(ev, path)) return false;
    this.touch(ev);
    let list = this.root(ev);
    for (let i = 0; ; i++) {
      const key = path[i]!;
      const leaf = i === path.length - 1;
      let member = this.findOnly(list, key);
      this.lists[list + LIST_DIRTY] = 1;
      if (member < 0) {
        const keyOffset = key.json.placeIn(this);
        const valueOffset = leaf ? value : EMPTY_OBJECT.placeIn(this);
        member = this.addMember(list);
        const tape = this.tape;
        tape[member] = keyOffset;
        tape[member + VALUE] = valueOffset;
        tape[member + END] = valueOffset + 2;
        tape[member + INFO] = key.json.flags & VALUE_ESCAPED ? KEY_ESCAPED : 0;
      }
      if (leaf) {
        const tape = this.tape;
        tape[member + VALUE] = value;
        tape[member + END] = end;
        tape[member + INFO] = (tape[member + INFO]! & KEY_ESCAPED) | (info & ~(KEY_ESCAPED | DEAD | JOINED));
        return true;
      }
      list = this.openMember(member);
    }
  }

  private addMember(list: number): number {
    const lists = this.lists;
    const at = lists[list]!;
    const length = lists[list + LIST_LENGTH]!;
    if (length === lists[list + LIST_CAPACITY]) {
      const to = this.tapeLength;
      const capacity = length * 2 + SPARE_MEMBERS;
      this.tapeLength = to + capacity * MEMBER;
      this.tape = roomFor(this.tape, this.tapeLength);
      this.tape.copyWithin(to, at, at + length * MEMBER);
      lists[list] = to;
      lists[list + LIST_CAPACITY] = capacity;
    }
    lists[list + LIST_LENGTH] = length + 1;
    return lists[list]! + length * MEMBER;
  }

  private keepIn(list: number, tree: KeepTree): number {
    const first = this.lists[list]!;
    const seen = new Uint8Array(tree.keys.length);
    const killedBefore = this.killed;
    let stay = 0;
    this.killed = false;
    for (let m = first + (this.lists[list + LIST_LENGTH]! - 1) * MEMBER; m >= first; m -= MEMBER) {
      if (this.tape[m + INFO]! & DEAD) continue;
      const key = tree.keys.findIndex((candidate) => this.isKey(m, candidate));
      let keeps = key >= 0 && seen[key] === 0;
      if (keeps) {
        seen[key] = 1;
        const below = tree.below[key] ?? null;
        const child = below === null ? -1 : this.openMember(m);
        if (below !== null) keeps = child >= 0 && this.keepIn(child, below) > 0;
      }
      if (keeps) stay++;
      else {
        this.tape[m + INFO]! |= DEAD;
        this.killed = true;
      }
    }
    if (this.killed) this.lists[list + LIST_DIRTY] = 1;
    this.killed ||= killedBefore;
    return stay;
  }
}
