import { COLON, DOT, MINUS, ZERO } from '../bytes.ts';
import {
  add,
  addTo,
  and,
  branchIf,
  byteAt,
  constant,
  defineFunction,
  differs,
  equal,
  everyByte,
  get,
  giveBack,
  highBits,
  isByte,
  isDigit,
  isZero,
  less,
  loadBytes,
  loop,
  lowerBytes,
  or,
  sameBytes,
  set,
  subtract,
  subtractBytes,
  when,
} from './assembler.ts';

const MOST_DECIMALS = 9;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const PLUS = 0x2b;
/** The digits in the first 16 bytes of `2026-11-21T10:05:35`. */
const TIME_DIGITS = 0b1101_1011_0110_1111;
const NO_TIME = giveBack(constant(0));

/** Like `timeEnd`, but 0 for none. */
export const findTimeEnd = defineFunction(
  null,
  { parameters: 1, ints: 1, vectors: 1 },
  ([time], [first], [digits]) => {
    const p = time!;
    const isDigitAt = (offset: number) => isDigit(byteAt(p, offset));
    const bothDigits = (offset: number) => and(isDigitAt(offset), isDigitAt(offset + 1));
    return [
      set(digits!, subtractBytes(loadBytes(get(p)), everyByte(ZERO))),
      when(
        differs(
          and(
            highBits(sameBytes(lowerBytes(get(digits!), everyByte(9)), get(digits!))),
            constant(TIME_DIGITS),
          ),
          constant(TIME_DIGITS),
        ),
        [NO_TIME],
      ),
      ...[
        [4, MINUS],
        [7, MINUS],
        [10, LETTER_T],
        [13, COLON],
        [16, COLON],
      ].map(([offset, byte]) => when(differs(byteAt(p, offset), constant(byte!)), [NO_TIME])),
      when(isZero(bothDigits(17)), [NO_TIME]),
      addTo(p, 19),
      when(isByte(p, DOT), [
        set(first!, add(get(p), constant(1))),
        loop((again) => [
          addTo(p, 1),
          branchIf(
            again,
            and(isDigit(byteAt(p)), less(subtract(get(p), get(first!)), constant(MOST_DECIMALS))),
          ),
        ]),
        when(equal(get(p), get(first!)), [NO_TIME]),
      ]),
      when(isByte(p, LETTER_Z), [giveBack(add(get(p), constant(1)))]),
      when(isZero(or(isByte(p, PLUS), isByte(p, MINUS))), [NO_TIME]),
      when(isZero(and(isByte(p, COLON, 3), and(bothDigits(1), bothDigits(4)))), [NO_TIME]),
      add(get(p), constant(6)),
    ];
  },
);
