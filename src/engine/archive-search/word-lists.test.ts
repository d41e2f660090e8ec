import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEvents, WordListBuilder, WordLists } from './word-lists.ts';

const makeLists = (texts: readonly string[]): WordLists => {
  const builder = new WordListBuilder();
  for (const text of texts) {
    builder.nextEvent();
    builder.addText(text);
  }
  const bytes = Buffer.from(builder.finish());
  return new WordLists((at, length) => bytes.subarray(at, at + length), texts.length);
};
const listEvents = (lists: WordLists, text: string, events: number): number[] => {
  const found = lists.find(text);
  return Array.from({ length: events }, (_, at) => at).filter((at) => countEvents(found, at, at + 1) === 1);
};

describe('word lists', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'c', 'é', '1', ' '), maxLength: 12 });
  const asked = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 4 });

  it('property: find exactly the events whose text has it', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), asked, fc.nat(20), (some, text, times) => {
        // Frequent and rare words are encoded differently.
        const texts = [
          ...some,
          ...Array.from({ length: times * 20 }, (_, at) => (at % 7 ? 'xabcx' : 'bcab')),
        ];
        const wanted = texts.flatMap((one, at) => (one.toLowerCase().includes(text) ? at : []));
        expect(listEvents(makeLists(texts), text, texts.length)).toEqual(wanted);
      }),
    );
  });

  it('hold many words, and none at all where there are too many', () => {
    const name = (n: number) => [...`${n}`].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
    const texts = Array.from(
      { length: 3000 },
      (_, at) => `${name(at + 1000)} request ${at % 3 ? '' : 'third'}`,
    );
    const lists = makeLists(texts);
    expect(listEvents(lists, name(2345), texts.length)).toEqual([1345]);
    expect(countEvents(lists.find('request'), 0, texts.length)).toBe(3000);
    expect(countEvents(lists.find('third'), 0, texts.length)).toBe(1000);
    const builder = new WordListBuilder();
    builder.nextEvent();
    for (let n = 100_000; n < 140_000; n++) builder.addText(name(n));
    expect(builder.finish()).toHaveLength(0);
  });
});
