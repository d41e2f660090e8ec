import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { documentText } from '../../../event/testing/documents.ts';
import { readJson } from '../../../event/testing/read-json.ts';
import { runTransform } from '../../testing/run-transform.ts';
import { DETECTORS } from './detectors/index.ts';
import { Finder } from './finder.ts';
import { redactSchema } from './schema.ts';

const ids = Object.keys(DETECTORS);
const found = fc.constantFrom(
  ...[
    '4111111111111111',
    '4111 1111 1111 1111',
    'a@b.co',
    'josé%40x.org',
    'DE89370400440532013000',
    '10.0.0.1',
  ],
  ...['2001:db8::1', '+49 30 9018200', '555-123-4567', 'eyJhbGciOiJI.eyJzdWIiOiIx.x', 'Bearer abc12345'],
  ...[
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1B2'.repeat(9)}`,
    'password=x',
    'token: "kd83hf72ksl0"',
    '378282246310005',
  ],
);
const between = fc.constantFrom(
  '',
  ' ',
  ',',
  '.',
  '-',
  '@',
  '"',
  '\\',
  'é',
  '😀',
  '系',
  '=',
  ':',
  '1',
  'x',
  '/',
  '\n',
  '%40',
  '[',
  '\ud800',
);
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: found }, { weight: 3, arbitrary: between }), { maxLength: 9 })
  .map((parts) => parts.join(''));
const action = fc.constantFrom('replace', 'hash', 'partial');
const rules = fc.uniqueArray(
  fc.record({ find: fc.constantFrom(...ids), action, keepFirst: fc.nat(6), keepLast: fc.nat(6) }),
  { minLength: 1, maxLength: 6, selector: ({ find }) => find },
);

const createFinder = (config: object) => new Finder(redactSchema.parse(config).rules);

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
};

/**
 * Redacted text and what follows can look like a password, which extends to the next space. So `secret` is
 * checked separately.
 */
function expectNothingFound(texts: string[], rules: readonly { find: string }[]): void {
  const others = rules.filter(({ find }) => find !== 'secret');
  const finder = createFinder({ rules: others.length > 0 ? others : rules });
  for (const one of texts) {
    const bytes = Buffer.from(one);
    expect(finder.search(bytes, 0, bytes.length), one).toBe(false);
  }
}

test('raw text: the result is UTF-8 without anything the rules find', () => {
  fc.assert(
    fc.property(text, rules, (line, some) => {
      const config = { rules: some };
      const batch = new Batch();
      batch.appendRaw(Buffer.from(line.toWellFormed()));
      const { texts } = runTransform('redact', config, batch);
      if (line.isWellFormed()) expect(texts[0]).not.toContain('\ufffd');
      expectNothingFound(texts, some);
    }),
    { numRuns: 1500 },
  );
});

test('events: JSON keeps its shape, without anything the rules find', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b"', 'é', 'mail'), fc.oneof(text, fc.array(text))),
      rules,
      (event, some) => {
        const config = { rules: some };
        const batch = new Batch();
        batch.appendJson(Buffer.from(JSON.stringify(event)));
        const { events } = runTransform('redact', config, batch);
        expect(Object.keys(events[0] as object)).toEqual(Object.keys(event));
        expectNothingFound(strings(events[0]), some);
      },
    ),
    { numRuns: 1000 },
  );
});

test('events without matches stay byte for byte', () => {
  fc.assert(
    fc.property(documentText, (document) => {
      // A long number may be a valid card number by chance.
      fc.pre(!/\d{13}/.test(document));
      const batch = new Batch();
      batch.appendJson(Buffer.from(document));
      const config = {
        rules: ids.filter((find) => find !== 'secret' && find !== 'ipv6').map((find) => ({ find })),
      };
      const { texts } = runTransform('redact', config, batch);
      expect(texts).toEqual([document]);
      expect(readJson(texts[0]!)).toEqual(readJson(document));
    }),
  );
});

test('equal values have equal hashes everywhere, others differ', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), (a, b) => {
      const line = `x 10.0.0.${a} 10.0.0.${b} 10.0.0.${a}`;
      const batch = new Batch();
      batch.appendRaw(Buffer.from(line));
      const words = runTransform(
        'redact',
        { rules: [{ find: 'ipv4', action: 'hash' }] },
        batch,
      ).texts[0]!.split(' ');
      expect(words[1]).toBe(words[3]);
      expect(words[1] === words[2]).toBe(a === b);
    }),
  );
});
