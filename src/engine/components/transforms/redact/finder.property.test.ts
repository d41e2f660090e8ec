import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeEnd } from '../../../event/time-end.ts';
import { IS_DIGIT, IS_WORD } from './detectors/bytes.ts';
import { Finder } from './finder.ts';
import { redactSchema } from './schema.ts';
import { ids, rules, text } from './testing/texts.ts';

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
