import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeEnd } from '../../../event/time-end.ts';
import { IS_DIGIT, IS_WORD } from './detectors/bytes.ts';
import { DETECTORS } from './detectors/index.ts';
import { Finder } from './finder.ts';
import { redactSchema } from './schema.ts';

/** Asks each detector at each possible byte, without optimizations. */
class PlainFinder extends Finder {
  protected override scan(buf: Buffer, start: number, end: number): void {
    for (const one of this.asked) one.foundUntil = start;
    for (let p = start; p < end; ) {
      this.found.cut = p;
      let before = 0;
      let stop = end;
      let last = p;
      for (; p < stop; p++) {
        const c = buf[p]!;
        const wanted = this.bits[before | c]!;
        before = IS_WORD[c] === 0 ? 0 : IS_DIGIT[c] === 1 ? 512 : 256;
        if (wanted !== 0) last = Math.max(last, this.ask(buf, p, start, end, wanted));
        if (last > p) stop = Math.min(last, end);
      }
    }
  }
}

const ids = Object.keys(DETECTORS);
const parts = [
  ...[
    '4111111111111111',
    '4111 1111 1111 1111',
    '4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1',
    '3782 822463 10005',
    '٤١١١١١١١١١١١١١١١',
  ],
  ...[
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    '10.0.0.1',
    '203.0.113.77',
  ],
  ...[
    'a@b.co',
    'x@y.DE',
    '89370400440532013000',
    'x@y.',
    'josé%40x.org',
    '2001:db8::1',
    '+49 30 9018200',
    '(555) 123-4567',
    '555-123-4567',
  ],
  ...[
    'eyJhbGciOiJI.eyJzdWIiOiIx.x',
    'Bearer abc12345',
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1B2'.repeat(9)}`,
    'password=x1y2z3',
  ],
  ...[
    'Basic dXNlcjpwYXNz',
    'token: "kd83hf72ksl0"',
    '2026-11-21T10:00:00.000Z',
    'card ',
    'DE',
    'ey',
    'J',
    'é',
    '\u00a0',
    '\u200b',
  ],
  ...[
    ' ',
    ' ',
    ',',
    '.',
    '-',
    '@',
    '"',
    '=',
    ':',
    '/',
    '_',
    '\n',
    '%40',
    '[',
    ']',
    '1',
    '12',
    '4',
    '999',
    '2001',
    'x',
    'ab',
  ],
];
const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''));
const rules = fc.uniqueArray(
  fc.record({ find: fc.constantFrom(...ids), action: fc.constantFrom('replace', 'partial') }),
  { minLength: 1, selector: ({ find }) => find },
);

const listMatches = (finder: Finder, bytes: Buffer, start: number, end: number) => {
  finder.search(bytes, start, end);
  const { starts, ends, rules: found, count } = finder.matches;
  return Array.from({ length: count }, (_, i) => [starts[i], ends[i], found[i]]);
};

test('redaction finds what asking every detector at every byte finds', () => {
  fc.assert(
    fc.property(text, text, rules, (line, others, some) => {
      const config = redactSchema.parse({ rules: some }).rules;
      // Other events surround it.
      const [head, body, tail] = [others, line, others].map((one) => Buffer.from(one));
      const bytes = Buffer.concat([head!, body!, tail!]);
      const [start, end] = [head!.length, head!.length + body!.length];
      const wanted = listMatches(new PlainFinder(config), bytes, start, end);
      expect(listMatches(new Finder(config), bytes, start, end)).toEqual(wanted);
    }),
    { numRuns: 4000 },
  );
});

test('detectors find nothing in a time, which redaction passes over', () => {
  const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
  const [two, decimals] = [digits(2), fc.stringMatching(/^(?:\.[0-9]{1,9})?$/)];
  const offset = fc.oneof(
    fc.constant('Z'),
    fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
  );
  const time = fc
    .tuple(digits(4), two, two, two, two, two, decimals, offset)
    .map(([year, month, day, hour, minute, second, ...rest]) =>
      [`${year}-${month}-${day}T${hour}:${minute}:${second}`, ...rest].join(''),
    );
  const finder = new PlainFinder(redactSchema.parse({ rules: ids.map((find) => ({ find })) }).rules);
  fc.assert(
    fc.property(time, (one) => {
      const bytes = Buffer.from(`${one}"`);
      expect(timeEnd(bytes, 0)).toBe(one.length);
      expect(listMatches(finder, bytes, 0, one.length)).toEqual([]);
    }),
    { numRuns: 4000 },
  );
});
