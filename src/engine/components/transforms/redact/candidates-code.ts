import { BACKSLASH, COLON, MINUS, QUOTE, SPACE } from '../../../event/bytes.ts';
import { EVENT, EVENT_END, EVENT_INFO, RAW_TEXT, STATE_MASK } from '../../../event/layout.ts';
import {
  add,
  addTo,
  and,
  andBits,
  assemble,
  block,
  bothBytes,
  branch,
  branchIf,
  byteAt,
  type Code,
  call,
  choose,
  constant,
  defineFunction,
  equal,
  everyByte,
  flipBits,
  get,
  highBits,
  INT,
  isByte,
  isDigit,
  isZero,
  type Label,
  type Local,
  less,
  loadByte,
  loadBytes,
  loadInt,
  lookUpBytes,
  loop,
  lowZeros,
  or,
  sameBytes,
  set,
  shiftBytesRight,
  shiftLeft,
  storeInt,
  subtract,
  tee,
  VECTOR,
  when,
} from '../../../event/wasm/assembler.ts';
import { findTimeEnd } from '../../../event/wasm/time-end-code.ts';
import { MOST_DIGITS } from './detectors/index.ts';

/**
 * Where things are in the module's memory. First the stops: which upper halves of a byte make it one, by its
 * lower half, for ASCII and for other bytes; and the bit of each upper half.
 */
export const LOW = 128;
export const LOW_ABOVE = LOW + VECTOR;
export const HIGH = LOW_ABOVE + VECTOR;
/** The tables of `Finder`. */
export const WORDS = 256;
export const WANTED = WORDS + 256 * INT;
export const MARKS = WANTED + 3 * 256 * INT;
export const NUMBERS = MARKS + 256 * INT;
export const EVENTS = NUMBERS + (MOST_DIGITS + 1) * 256 * INT;
export const MAX_EVENTS = 1024;
/** Of each event: where it starts, and its texts; the first is -1 where only JavaScript can tell. */
export const FOUND = EVENTS + MAX_EVENTS * EVENT * INT;
export const FOUND_INTS = 3;
/** Of each text with candidates: start, end, and the addresses of its candidates. */
export const TEXTS = FOUND + MAX_EVENTS * FOUND_INTS * INT;
export const TEXT_INTS = 4;
const MAX_TEXTS = 4096;
/** Of each candidate: where it is, and which detectors may match there, by `bits` and by `marks`. */
export const CANDIDATES = TEXTS + MAX_TEXTS * TEXT_INTS * INT;
export const CANDIDATE_INTS = 3;
const MAX_CANDIDATES = 1 << 14;
export const TEXT = (CANDIDATES + MAX_CANDIDATES * CANDIDATE_INTS * INT + VECTOR) & -VECTOR;
export const MAX_TEXT = 64 << 10;
/** A vector may be read from the last byte on. */
export const PAGES = Math.ceil((TEXT + MAX_TEXT + 64) / 65_536);

/** Shorter numbers match no detector. */
const SHORT_NUMBER = 8;
const SHORTEST_TIME = 20;
const TIME_END = 0;

const tableInt = (table: number, index: Code): Code => loadInt(shiftLeft(index, constant(2)), table);

/** The stops among 16 bytes, as bits. */
function stopsIn(bytes: Local): Code {
  /** A set highest bit is beyond the table. */
  const half = everyByte(0x8f);
  const ofAscii = lookUpBytes(loadBytes(constant(LOW)), andBits(get(bytes), half));
  const above = flipBits(get(bytes), everyByte(0x80));
  const ofOthers = lookUpBytes(loadBytes(constant(LOW_ABOVE)), andBits(above, half));
  const row = lookUpBytes(loadBytes(constant(HIGH)), shiftBytesRight(get(bytes), constant(4)));
  const isOther = sameBytes(andBits(bothBytes(ofAscii, ofOthers), row), everyByte(0));
  return subtract(constant(0xffff), highBits(isOther));
}

/**
 * Finds in each event the bytes at which `Finder` would ask its detectors, were there no match before. Events with
 * escapes or long numbers are left to JavaScript, and changed ones. `shift` separates an offset in the batch from
 * its address.
 */
const find = defineFunction(
  'find',
  { parameters: 5, ints: 18, vectors: 1 },
  (
    [event, eventsEnd, shift, shortest, skipsTimes],
    [
      p,
      end,
      isRaw,
      gap,
      start,
      stop,
      c,
      q,
      next,
      wanted,
      marked,
      digits,
      candidate,
      text,
      found,
      firstText,
      firstCandidate,
      firstOfEvent,
    ],
    [bytes],
  ) => {
    const put = (address: Local, value: Code, index = 0) => storeInt(get(address), value, index * INT);
    const offsetOf = (address: Local) => subtract(get(address), get(shift!));
    /** Moves `at` to the next byte that `stops` are of; beyond `limit` it may pass it. */
    const seek = (at: Local, stops: Code, limit: Local): Code =>
      loop((again) => [
        set(bytes!, loadBytes(get(at))),
        when(
          isZero(tee(c!, stops)),
          [addTo(at, VECTOR), branchIf(again, less(get(at), get(limit)))],
          [addTo(at, lowZeros(get(c!)))],
        ),
      ]);
    const isQuote = sameBytes(get(bytes!), everyByte(QUOTE));
    const isQuoteOrEscape = bothBytes(isQuote, sameBytes(get(bytes!), everyByte(BACKSLASH)));
    /** Finds the next text that is no name, or branches to `none`. */
    const nextText = (none: Label, bad: Label): Code =>
      loop((again) => [
        set(gap!, get(p!)),
        seek(p!, highBits(isQuote), end!),
        when(less(get(end!), get(p!)), [set(p!, get(end!))]),
        when(less(constant(SHORT_NUMBER - 1), subtract(get(p!), get(gap!))), [
          loop((on) => [
            branchIf(bad, isDigit(byteAt(gap!))),
            addTo(gap!, 1),
            branchIf(on, less(get(gap!), get(p!))),
          ]),
        ]),
        branchIf(none, equal(get(p!), get(end!))),
        addTo(p!, 1),
        set(start!, get(p!)),
        seek(p!, highBits(isQuoteOrEscape), end!),
        branchIf(bad, less(get(end!), get(p!))),
        branchIf(bad, isByte(p!, BACKSLASH)),
        set(stop!, get(p!)),
        addTo(p!, 1),
        loop((on) => [
          branchIf(again, isByte(p!, COLON)),
          when(less(byteAt(p!), constant(SPACE + 1)), [addTo(p!, 1), branchIf(on, less(get(p!), get(end!)))]),
        ]),
      ]);
    const mayBeTime = and(
      and(get(skipsTimes!), isByte(start!, MINUS, 4)),
      less(constant(SHORTEST_TIME - 1), subtract(get(stop!), get(start!))),
    );
    const searchText = (bad: Label): Code =>
      block((done) => [
        branchIf(done, less(subtract(get(stop!), get(start!)), get(shortest!))),
        when(mayBeTime, [branchIf(done, equal(call(TIME_END, get(start!)), get(stop!)))]),
        set(firstCandidate!, get(candidate!)),
        set(q!, get(start!)),
        block((searched) => [
          loop((again) => [
            seek(q!, stopsIn(bytes!), stop!),
            branchIf(searched, isZero(less(get(q!), get(stop!)))),
            set(c!, byteAt(q!)),
            set(
              wanted!,
              choose(
                tableInt(WORDS, loadByte(subtract(get(q!), constant(1)))),
                constant(0),
                less(get(start!), get(q!)),
              ),
            ),
            set(wanted!, tableInt(WANTED, add(get(wanted!), get(c!)))),
            set(marked!, tableInt(MARKS, get(c!))),
            set(next!, add(get(q!), constant(1))),
            when(isDigit(get(c!)), [
              block((ended) => [
                loop((on) => [
                  branchIf(ended, isZero(less(get(next!), get(stop!)))),
                  branchIf(ended, isZero(isDigit(byteAt(next!)))),
                  addTo(next!, 1),
                  branch(on),
                ]),
              ]),
              set(digits!, subtract(get(next!), get(q!))),
              when(less(constant(MOST_DIGITS), get(digits!)), [set(digits!, constant(MOST_DIGITS))]),
              set(c!, choose(byteAt(next!), constant(SPACE), less(get(next!), get(stop!)))),
              set(digits!, tableInt(NUMBERS, add(shiftLeft(get(digits!), constant(8)), get(c!)))),
              set(wanted!, and(get(wanted!), get(digits!))),
              set(marked!, and(get(marked!), get(digits!))),
            ]),
            when(or(get(wanted!), get(marked!)), [
              branchIf(
                bad,
                equal(get(candidate!), constant(CANDIDATES + MAX_CANDIDATES * CANDIDATE_INTS * INT)),
              ),
              put(candidate!, offsetOf(q!)),
              put(candidate!, get(wanted!), 1),
              put(candidate!, get(marked!), 2),
              addTo(candidate!, CANDIDATE_INTS * INT),
            ]),
            set(q!, get(next!)),
            branchIf(again, less(get(q!), get(stop!))),
          ]),
        ]),
        branchIf(done, equal(get(candidate!), get(firstCandidate!))),
        branchIf(bad, equal(get(text!), constant(TEXTS + MAX_TEXTS * TEXT_INTS * INT))),
        put(text!, offsetOf(start!)),
        put(text!, offsetOf(stop!), 1),
        put(text!, get(firstCandidate!), 2),
        put(text!, get(candidate!), 3),
        addTo(text!, TEXT_INTS * INT),
      ]);
    const readEvent = (bad: Label): Code[] => [
      branchIf(bad, and(loadInt(get(event!), EVENT_INFO * INT), constant(STATE_MASK))),
      set(p!, add(loadInt(get(event!)), get(shift!))),
      set(end!, add(loadInt(get(event!), EVENT_END * INT), get(shift!))),
      set(isRaw!, and(loadInt(get(event!), EVENT_INFO * INT), constant(RAW_TEXT))),
      block((none) => [
        when(get(isRaw!), [set(start!, get(p!)), set(stop!, get(end!)), searchText(bad), branch(none)]),
        loop((again) => [nextText(none, bad), searchText(bad), branch(again)]),
      ]),
      put(found!, get(firstText!), 1),
      put(found!, get(text!), 2),
      set(firstText!, get(text!)),
      set(firstOfEvent!, get(candidate!)),
    ];
    return [
      set(candidate!, constant(CANDIDATES)),
      set(firstOfEvent!, get(candidate!)),
      set(text!, constant(TEXTS)),
      set(firstText!, get(text!)),
      set(found!, constant(FOUND)),
      loop((again) => [
        when(less(get(event!), get(eventsEnd!)), [
          put(found!, loadInt(get(event!))),
          put(found!, constant(-1), 1),
          block(readEvent),
          set(text!, get(firstText!)),
          set(candidate!, get(firstOfEvent!)),
          addTo(found!, FOUND_INTS * INT),
          addTo(event!, EVENT * INT),
          branch(again),
        ]),
      ]),
      constant(0),
    ];
  },
);

export const buildCandidateFinder = (): Uint8Array<ArrayBuffer> => assemble([findTimeEnd, find], PAGES);
