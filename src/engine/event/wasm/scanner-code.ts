import {
  BACKSLASH,
  CLOSE_BRACE,
  COLON,
  COMMA,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  RETURN,
  ZERO,
} from '../bytes.ts';
import {
  END,
  EVENT,
  EVENT_END,
  EVENT_INFO,
  INFO,
  JOINED,
  KEY_ESCAPED,
  LIST,
  LIST_CAPACITY,
  LIST_DIRTY,
  LIST_LENGTH,
  MEMBER,
  RAW_TEXT,
  SPARE_MEMBERS,
  STATE_MASK,
  VALUE,
  VALUE_ESCAPED,
  VALUE_UNICODE,
} from '../layout.ts';
import { MAX_DEPTH } from '../scanner.ts';
import {
  add,
  addTo,
  and,
  assemble,
  atMost,
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
  differs,
  equal,
  everyByte,
  flipBits,
  get,
  giveBack,
  highBits,
  isByte,
  isDigit,
  isZero,
  type Label,
  type Local,
  less,
  loadByte,
  loadBytes,
  loadInt,
  loop,
  lowerBytes,
  lowZeros,
  or,
  sameBytes,
  set,
  shiftRight,
  storeByte,
  storeInt,
  subtract,
  tee,
  VECTOR,
  when,
} from './assembler.ts';
import {
  BRACKETS,
  CLASSES,
  FOUND,
  FOUND_INTS,
  HEX_DIGIT,
  INTS,
  LISTS,
  LISTS_END,
  PAGES,
  SHORT_ESCAPE,
  TAPE,
} from './memory.ts';

const SKIP_STRING = 0;
const SKIP_SCALAR = 1;
const SKIP_NESTED = 2;
const isClass = (byte: Code, wanted: number): Code => and(loadByte(byte, CLASSES), constant(wanted));
const FAILED = giveBack(constant(0));

/** Leaves in `c` the first byte from `p` on that is no space. */
const skipSpaces = (p: Local, c: Local): Code =>
  block((end) => [
    loop((again) => [
      branchIf(end, less(constant(0x20), tee(c, byteAt(p)))),
      branchIf(
        end,
        and(
          and(differs(get(c), constant(0x20)), differs(get(c), constant(0x09))),
          differs(get(c), constant(RETURN)),
        ),
      ),
      addTo(p, 1),
      branch(again),
    ]),
  ]);

/**
 * Moves `p` from the byte after the opening quote to the closing quote. Sets `flags` for the escapes it passes and, with
 * `high`, for bytes above ASCII.
 */
function skipText(
  p: Local,
  c: Local,
  stops: Local,
  bytes: Local,
  failed: Code,
  flags: Local | null,
  high: Local | null,
): Code {
  const flipped = flipBits(get(bytes), everyByte(2));
  /** A quote with a flipped bit is a space, and control characters stay below it. */
  const isLow = sameBytes(lowerBytes(flipped, everyByte(0x20)), flipped);
  const find = [
    set(bytes, loadBytes(get(p))),
    set(stops, highBits(bothBytes(isLow, sameBytes(get(bytes), everyByte(BACKSLASH))))),
  ];
  const keepHigh = (before: Code): Code[] =>
    high ? [set(high, or(get(high), and(highBits(get(bytes)), before)))] : [];
  return block((end) => [
    loop((again) => [
      ...find,
      when(isZero(get(stops)), [...keepHigh(constant(-1)), addTo(p, VECTOR), branch(again)]),
      ...keepHigh(subtract(and(get(stops), subtract(constant(0), get(stops))), constant(1))),
      addTo(p, lowZeros(get(stops))),
      branchIf(end, equal(tee(c, byteAt(p)), constant(QUOTE))),
      when(differs(get(c), constant(BACKSLASH)), [failed]),
      ...(flags ? [set(flags, or(get(flags), constant(VALUE_ESCAPED)))] : []),
      when(isClass(byteAt(p, 1), SHORT_ESCAPE), [addTo(p, 2), branch(again)]),
      when(
        and(
          isByte(p, 0x75, 1),
          and(
            and(isClass(byteAt(p, 2), HEX_DIGIT), isClass(byteAt(p, 3), HEX_DIGIT)),
            and(isClass(byteAt(p, 4), HEX_DIGIT), isClass(byteAt(p, 5), HEX_DIGIT)),
          ),
        ),
        [addTo(p, 6), branch(again)],
      ),
      failed,
    ]),
  ]);
}

/** The functions below give the address after what they read, or 0. */
const skipString = defineFunction(
  null,
  { parameters: 1, ints: 2, vectors: 1 },
  ([p], [c, stops], [bytes]) => [
    addTo(p!, 1),
    skipText(p!, c!, stops!, bytes!, FAILED, null, null),
    add(get(p!), constant(1)),
  ],
);

const skipWord = (p: Local, word: string): Code[] => {
  const letters = [...Buffer.from(word)];
  return [
    ...letters.slice(1).map((letter, i) => when(differs(byteAt(p, i + 1), constant(letter)), [FAILED])),
    giveBack(add(get(p), constant(letters.length))),
  ];
};

const skipDigits = (p: Local): Code[] => [
  when(isZero(isDigit(byteAt(p))), [FAILED]),
  loop((again) => [addTo(p, 1), branchIf(again, isDigit(byteAt(p)))]),
];

const skipScalar = defineFunction(null, { parameters: 1, ints: 1, vectors: 0 }, ([p], [c]) => [
  ...['true', 'false', 'null'].map((word) => when(isByte(p!, word.charCodeAt(0)), skipWord(p!, word))),
  when(isByte(p!, MINUS), [addTo(p!, 1)]),
  when(isByte(p!, ZERO), [addTo(p!, 1)], skipDigits(p!)),
  when(isByte(p!, 0x2e), [addTo(p!, 1), ...skipDigits(p!)]),
  when(equal(or(byteAt(p!), constant(0x20)), constant(0x65)), [
    addTo(p!, 1),
    set(c!, byteAt(p!)),
    when(or(equal(get(c!), constant(0x2b)), equal(get(c!), constant(MINUS))), [addTo(p!, 1)]),
    ...skipDigits(p!),
  ]),
  get(p!),
]);

const skipNested = defineFunction(
  null,
  { parameters: 1, ints: 3, vectors: 0 },
  ([from], [c, depth, close]) => {
    const p = from!;
    const closing = loadByte(get(depth!), BRACKETS - 1);
    const skipSpace = skipSpaces(p, c!);
    const skipKey = [
      when(differs(get(c!), constant(QUOTE)), [FAILED]),
      when(isZero(tee(p, call(SKIP_STRING, get(p)))), [FAILED]),
      skipSpace,
      when(differs(get(c!), constant(COLON)), [FAILED]),
      addTo(p, 1),
      skipSpace,
    ];
    const keyInObject = when(equal(closing, constant(CLOSE_BRACE)), skipKey);
    const open = (values: Label): Code[] => [
      when(equal(get(depth!), constant(MAX_DEPTH - 1)), [FAILED]),
      set(close!, add(get(c!), constant(2))),
      addTo(p, 1),
      skipSpace,
      when(
        differs(get(c!), get(close!)),
        [storeByte(get(depth!), get(close!), BRACKETS), addTo(depth!, 1), keyInObject, branch(values)],
        [addTo(p, 1)],
      ),
    ];
    return [
      loop((values) => [
        set(c!, byteAt(p)),
        when(or(equal(get(c!), constant(OPEN_BRACE)), equal(get(c!), constant(OPEN_BRACKET))), open(values), [
          when(
            equal(get(c!), constant(QUOTE)),
            [set(p, call(SKIP_STRING, get(p)))],
            [set(p, call(SKIP_SCALAR, get(p)))],
          ),
          when(isZero(get(p)), [FAILED]),
        ]),
        loop((closed) => [
          when(isZero(get(depth!)), [giveBack(get(p))]),
          skipSpace,
          when(equal(get(c!), closing), [addTo(p, 1), addTo(depth!, -1), branch(closed)]),
        ]),
        when(differs(get(c!), constant(COMMA)), [FAILED]),
        addTo(p, 1),
        skipSpace,
        keyInObject,
        branch(values),
      ]),
      constant(0),
    ];
  },
);

/**
 * Reads events of raw text as objects: writes their members and lists, and of each event whether it was read.
 * `shift` is what separates an offset in the text from its address; the other shifts likewise. Gives the address
 * after the tape.
 */
const scan = defineFunction(
  'scan',
  { parameters: 5, ints: 12, vectors: 1 },
  (
    [event, eventsEnd, shift, tapeShift, listShift],
    [p, c, stops, high, flags, key, value, tape, list, found, first, end],
    [bytes],
  ) => {
    const room = constant(SPARE_MEMBERS * MEMBER * INTS);
    const asInts = (address: Code) => shiftRight(address, constant(2));
    const put = (address: Local, value: Code, index = 0) => storeInt(get(address), value, index * INTS);
    const offsetOf = (address: Local) => subtract(get(address), get(shift!));
    const nextByte = [set(c!, byteAt(p!)), when(atMost(get(c!), constant(0x20)), [skipSpaces(p!, c!)])];
    const members = (bad: Label): Code =>
      loop((again) => [
        branchIf(bad, differs(get(c!), constant(QUOTE))),
        set(key!, get(p!)),
        set(flags!, constant(0)),
        addTo(p!, 1),
        skipText(p!, c!, stops!, bytes!, branch(bad), flags!, null),
        set(flags!, choose(constant(JOINED | KEY_ESCAPED), constant(JOINED), get(flags!))),
        addTo(p!, 1),
        ...nextByte,
        branchIf(bad, differs(get(c!), constant(COLON))),
        addTo(p!, 1),
        ...nextByte,
        set(value!, get(p!)),
        when(
          equal(get(c!), constant(QUOTE)),
          [
            set(high!, constant(0)),
            addTo(p!, 1),
            skipText(p!, c!, stops!, bytes!, branch(bad), flags!, high!),
            when(get(high!), [set(flags!, or(get(flags!), constant(VALUE_UNICODE)))]),
            addTo(p!, 1),
          ],
          [
            when(
              or(equal(get(c!), constant(OPEN_BRACE)), equal(get(c!), constant(OPEN_BRACKET))),
              [set(p!, call(SKIP_NESTED, get(p!)))],
              [set(p!, call(SKIP_SCALAR, get(p!)))],
            ),
            branchIf(bad, isZero(get(p!))),
          ],
        ),
        put(tape!, offsetOf(key!)),
        put(tape!, offsetOf(value!), VALUE),
        put(tape!, offsetOf(p!), END),
        put(tape!, get(flags!), INFO),
        addTo(tape!, MEMBER * INTS),
        ...nextByte,
        when(equal(get(c!), constant(COMMA)), [addTo(p!, 1), ...nextByte, branch(again)]),
        branchIf(bad, differs(get(c!), constant(CLOSE_BRACE))),
      ]);
    const readEvent = (bad: Label): Code[] => [
      branchIf(
        bad,
        differs(
          and(loadInt(get(event!), EVENT_INFO * INTS), constant(STATE_MASK | RAW_TEXT)),
          constant(RAW_TEXT),
        ),
      ),
      set(p!, add(loadInt(get(event!)), get(shift!))),
      set(end!, add(loadInt(get(event!), EVENT_END * INTS), get(shift!))),
      skipSpaces(p!, c!),
      branchIf(bad, differs(get(c!), constant(OPEN_BRACE))),
      addTo(p!, 1),
      skipSpaces(p!, c!),
      when(differs(get(c!), constant(CLOSE_BRACE)), [members(bad)]),
      addTo(p!, 1),
      skipSpaces(p!, c!),
      branchIf(bad, less(get(p!), get(end!))),
      put(list!, add(asInts(get(first!)), get(tapeShift!))),
      put(list!, shiftRight(subtract(get(tape!), get(first!)), constant(4)), LIST_LENGTH),
      put(list!, add(loadInt(get(list!), LIST_LENGTH * INTS), constant(SPARE_MEMBERS)), LIST_CAPACITY),
      put(list!, constant(0), LIST_DIRTY),
      put(found!, add(asInts(get(list!)), get(listShift!)), 1),
      addTo(list!, LIST * INTS),
      addTo(tape!, room),
      set(first!, get(tape!)),
    ];
    return [
      set(tape!, constant(TAPE)),
      set(first!, get(tape!)),
      set(list!, constant(LISTS)),
      set(found!, constant(FOUND)),
      loop((again) => [
        when(less(get(event!), get(eventsEnd!)), [
          put(found!, loadInt(get(event!))),
          put(found!, constant(-1), 1),
          block(readEvent),
          set(tape!, get(first!)),
          addTo(found!, FOUND_INTS * INTS),
          addTo(event!, EVENT * INTS),
          branch(again),
        ]),
      ]),
      storeInt(constant(LISTS_END), get(list!)),
      get(tape!),
    ];
  },
);

export const buildScanner = (): Uint8Array<ArrayBuffer> =>
  assemble([skipString, skipScalar, skipNested, scan], PAGES);
