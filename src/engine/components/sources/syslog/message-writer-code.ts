import { CLOSE_BRACE, COMMA, MINUS, NEWLINE, OPEN_BRACE, QUOTE, SPACE, ZERO } from '../../../event/bytes.ts';
import {
  add,
  addBytes,
  addTo,
  and,
  assemble,
  block,
  bothBytes,
  branch,
  branchIf,
  byteAt,
  type Code,
  call,
  constant,
  defineFunction,
  differs,
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
  less,
  loadBytes,
  loadInt,
  loop,
  lowerBytes,
  lowZeros,
  multiply,
  sameBytes,
  set,
  storeByte,
  storeBytes,
  storeInt,
  subtract,
  VECTOR,
  when,
} from '../../../event/wasm/assembler.ts';
import { findTimeEnd } from '../../../event/wasm/time-end-code.ts';
import { AFTER_HEADER, ANGLE, CLOSING, HEADER_MEMBERS, MOST_PRIORITY } from './plain-message.ts';

const roundUp = (bytes: number): number => (bytes + VECTOR - 1) & -VECTOR;

/** Where things are in the module's memory. */
export const PAYLOAD_BYTES = 64;
export const ENDS_END = 68;
export const OUT_END = 72;
/** The start of each header member, in a slot of its own. */
export const MEMBERS = 256;
export const MEMBER_SLOT = VECTOR;
/** What follows the header, by priority: its length and its bytes. */
export const AFTER = 512;
export const AFTER_SLOT = roundUp(INT + Math.max(...AFTER_HEADER.map(({ length }) => length)));
export const ENDS = AFTER + (MOST_PRIORITY + 1) * AFTER_SLOT;
export const MAX_EVENTS = 1024;
export const TEXT = ENDS + MAX_EVENTS * INT;
export const MAX_TEXT = 64 << 10;
/** A vector may be read behind the text. */
export const OUT = TEXT + MAX_TEXT + 2 * VECTOR;
export const MAX_OUT = 160 << 10;
/** Written before its end is noticed. */
const SPARE = 512;
export const PAGES = Math.ceil((OUT + MAX_OUT + SPARE) / 65_536);

const MOST_LENGTH_DIGITS = 9;
const TIME_END = 0;

const atLeast = (a: Code, b: Code): Code => isZero(less(a, b));

/**
 * Reads frames from `p` on, up to `to`, and writes their events to the output, each with a newline. Stops before
 * the first frame that is not whole or no plain message. Gives the address after what it read.
 */
const write = defineFunction(
  'write',
  { parameters: 5, ints: 12, vectors: 1 },
  (
    [from, to, mostBytes, readsLines, readsCounted],
    [p, out, end, start, message, limit, first, stops, value, payload, isCounted, outFirst],
    [bytes],
  ) => {
    const putByte = (byte: number): Code[] => [storeByte(get(out!), constant(byte)), addTo(out!, 1)];
    /** Copies up to the first byte that needs an escape or, with `word`, is a space; moves `p` and `out` there. */
    const copyPlain = (isWord: boolean, bad: Label): Code => {
      const flipped = flipBits(get(bytes!), everyByte(2));
      // A quote with a flipped bit is a space, and control characters stay below it.
      const isLow = sameBytes(lowerBytes(flipped, everyByte(0x20)), flipped);
      const isHigh = bothBytes(get(bytes!), addBytes(get(bytes!), everyByte(1)));
      const special = bothBytes(isLow, bothBytes(isHigh, sameBytes(get(bytes!), everyByte(0x5c))));
      const ends = isWord ? bothBytes(special, sameBytes(get(bytes!), everyByte(SPACE))) : special;
      return loop((again) => [
        set(bytes!, loadBytes(get(p!))),
        storeBytes(get(out!), get(bytes!)),
        set(stops!, highBits(ends)),
        when(isZero(get(stops!)), [
          addTo(p!, VECTOR),
          addTo(out!, VECTOR),
          branchIf(bad, less(constant(OUT + MAX_OUT), get(out!))),
          branchIf(again, less(get(p!), get(limit!))),
          set(stops!, constant(1)),
        ]),
        addTo(p!, lowZeros(get(stops!))),
        addTo(out!, lowZeros(get(stops!))),
      ]);
    };
    const readLength = (bad: Label): Code[] => [
      set(isCounted!, isDigit(byteAt(p!))),
      when(
        get(isCounted!),
        [
          branchIf(bad, isZero(get(readsCounted!))),
          branchIf(bad, isByte(p!, ZERO)),
          set(value!, constant(0)),
          loop((again) => [
            set(value!, add(multiply(get(value!), constant(10)), subtract(byteAt(p!), constant(ZERO)))),
            addTo(p!, 1),
            branchIf(bad, less(constant(MOST_LENGTH_DIGITS), subtract(get(p!), get(start!)))),
            branchIf(again, isDigit(byteAt(p!))),
          ]),
          branchIf(bad, differs(byteAt(p!), constant(SPACE))),
          addTo(p!, 1),
          branchIf(bad, less(get(mostBytes!), get(value!))),
          set(limit!, add(get(p!), get(value!))),
          branchIf(bad, less(get(to!), get(limit!))),
        ],
        [branchIf(bad, isZero(get(readsLines!))), set(limit!, get(to!))],
      ),
    ];
    const readPriority = (bad: Label): Code[] => [
      branchIf(bad, differs(byteAt(p!), constant(ANGLE))),
      addTo(p!, 1),
      branchIf(bad, isZero(isDigit(byteAt(p!)))),
      set(value!, subtract(byteAt(p!), constant(ZERO))),
      addTo(p!, 1),
      ...[1, 2].map(() =>
        when(isDigit(byteAt(p!)), [
          set(value!, add(multiply(get(value!), constant(10)), subtract(byteAt(p!), constant(ZERO)))),
          addTo(p!, 1),
        ]),
      ),
      branchIf(bad, less(constant(MOST_PRIORITY), get(value!))),
      branchIf(bad, differs(byteAt(p!), constant(CLOSING))),
      branchIf(bad, differs(byteAt(p!, 1), constant(0x31))),
      branchIf(bad, differs(byteAt(p!, 2), constant(SPACE))),
      addTo(p!, 3),
    ];
    const writeWord = (word: number, bad: Label): Code =>
      when(
        and(isByte(p!, MINUS), isByte(p!, SPACE, 1)),
        [addTo(p!, 2)],
        [
          set(first!, get(p!)),
          storeBytes(get(out!), loadBytes(constant(MEMBERS + word * MEMBER_SLOT))),
          addTo(out!, HEADER_MEMBERS[word]!.length),
          copyPlain(true, bad),
          branchIf(bad, differs(byteAt(p!), constant(SPACE))),
          branchIf(bad, equal(get(p!), get(first!))),
          ...(word === 0 ? [branchIf(bad, differs(call(TIME_END, get(first!)), get(p!)))] : []),
          ...putByte(QUOTE),
          ...putByte(COMMA),
          addTo(p!, 1),
        ],
      );
    const writeMessage = (bad: Label): Code[] => [
      branchIf(bad, atLeast(get(p!), get(limit!))),
      branchIf(bad, differs(byteAt(p!), constant(MINUS))),
      addTo(p!, 1),
      when(less(get(p!), get(limit!)), [
        when(isByte(p!, SPACE), [addTo(p!, 1)], [branchIf(bad, differs(byteAt(p!), constant(NEWLINE)))]),
      ]),
      set(value!, add(multiply(get(value!), constant(AFTER_SLOT)), constant(AFTER))),
      ...Array.from({ length: AFTER_SLOT >> 4 }, (_, i) =>
        storeBytes(
          add(get(out!), constant(i * VECTOR)),
          loadBytes(add(get(value!), constant(INT + i * VECTOR))),
        ),
      ),
      addTo(out!, loadInt(get(value!))),
      set(first!, get(p!)),
      set(outFirst!, get(out!)),
      copyPlain(false, bad),
      when(
        get(isCounted!),
        [
          branchIf(bad, less(get(p!), get(limit!))),
          set(out!, add(get(outFirst!), subtract(get(limit!), get(first!)))),
          set(p!, get(limit!)),
        ],
        [
          branchIf(bad, equal(get(p!), get(to!))),
          branchIf(bad, differs(byteAt(p!), constant(NEWLINE))),
          branchIf(bad, less(get(mostBytes!), subtract(get(p!), get(start!)))),
        ],
      ),
      ...putByte(QUOTE),
      ...putByte(CLOSE_BRACE),
    ];
    const readFrame = (bad: Label): Code[] => [
      set(start!, get(p!)),
      branchIf(bad, atLeast(get(p!), get(to!))),
      branchIf(bad, less(constant(OUT + MAX_OUT - SPARE), get(out!))),
      branchIf(bad, equal(get(end!), constant(ENDS + MAX_EVENTS * INT))),
      ...readLength(bad),
      set(message!, get(p!)),
      ...readPriority(bad),
      ...putByte(OPEN_BRACE),
      ...HEADER_MEMBERS.map((_, word) => writeWord(word, bad)),
      ...writeMessage(bad),
      addTo(payload!, subtract(get(p!), get(message!))),
      storeInt(get(end!), subtract(get(out!), constant(OUT))),
      addTo(end!, INT),
      ...putByte(NEWLINE),
      when(isZero(get(isCounted!)), [addTo(p!, 1)]),
      storeInt(constant(OUT_END), get(out!)),
    ];
    return [
      set(p!, get(from!)),
      set(out!, constant(OUT)),
      set(end!, constant(ENDS)),
      storeInt(constant(OUT_END), get(out!)),
      block((stop) => [loop((again) => [...readFrame(stop), branch(again)])]),
      storeInt(constant(ENDS_END), get(end!)),
      storeInt(constant(PAYLOAD_BYTES), get(payload!)),
      get(start!),
    ];
  },
);

export const buildMessageWriter = (): Uint8Array<ArrayBuffer> => assemble([findTimeEnd, write], PAGES);
