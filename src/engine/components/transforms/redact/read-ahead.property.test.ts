import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { createPath } from '../../../event/path.ts';
import { documentText } from '../../../event/testing/documents.ts';
import { CandidateFinder } from './candidate-finder.ts';
import { TEXT_INTS } from './candidates-code.ts';
import { Finder } from './finder.ts';
import { redactSchema } from './schema.ts';
import { rules, text } from './testing/texts.ts';
import { redactTransform } from './transform.ts';

type Line = { readonly kind: 'text' | 'json' | 'changed' | 'skipped'; readonly bytes: Buffer };

function batchOf(lines: readonly Line[]): Batch {
  const batch = new Batch(64);
  for (const { kind, bytes } of lines) {
    const event = kind === 'text' ? batch.appendRaw(bytes) : batch.appendTrusted(bytes, false);
    if (kind === 'changed') batch.setString(event, createPath('was'), 'a@b.co 10.0.0.1');
  }
  return batch;
}

function redacted(lines: readonly Line[], config: object): (string | null)[] {
  const batch = batchOf(lines);
  const transform = redactTransform.create({ ...redactSchema.parse(config) }, {} as never);
  for (const [event, { kind }] of lines.entries()) if (kind !== 'skipped') transform.process(batch, event);
  return lines.map((_, event) => batch.bytesOf(event).toString());
}

const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Zx', '') },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.integer(), fc.constantFrom(4111111111111111, 89370400, -12345678.5, true, null)),
  },
);
const spaced = fc.constantFrom(undefined, undefined, 1);
const object = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('a', 'mail a@b.co', '10.0.0.1', 'password', 'token', 'é', 'q"'),
      fc.oneof(
        { weight: 4, arbitrary: value },
        { weight: 1, arbitrary: fc.array(value) },
        {
          weight: 1,
          arbitrary: fc.dictionary(fc.constantFrom('b', 'card'), value),
        },
      ),
    ),
    spaced,
  )
  .map(([one, space]) => JSON.stringify(one, null, space).replaceAll('\n', '\t '));
const kind = fc.constantFrom('json', 'json', 'json', 'json', 'json', 'changed', 'skipped');
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      kind,
      fc.oneof({ weight: 4, arbitrary: object }, { weight: 1, arbitrary: documentText }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('text', 'text', 'skipped'), object) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('text'),
      text.map((one) => one.toWellFormed()),
    ),
  },
) as fc.Arbitrary<[Line['kind'], string]>;
const lines = fc
  .array(line, { minLength: 4, maxLength: 12 })
  .map((some) => some.map(([one, bytes]): Line => ({ kind: one, bytes: Buffer.from(bytes) })));

/** The detectors of the benchmark. */
const usual = ['card', 'email', 'iban', 'ipv4', 'jwt'].map((find) => ({ find }));
const config = fc.record({
  rules: fc.oneof(rules, fc.constant(usual)),
});

test('events that are searched together are redacted as each alone', () => {
  fc.assert(
    fc.property(lines, config, (some, settings) => {
      const alone = some.flatMap((one) => redacted([one], settings));
      expect(redacted(some, settings)).toEqual(alone);
    }),
    { numRuns: 500 },
  );
});

test('most events are searched together', () => {
  const { tables } = new Finder(redactSchema.parse({ rules: usual }).rules);
  const finder = new CandidateFinder();
  const some: Line[] = [
    { kind: 'json', bytes: Buffer.from('{"t":"2026-11-21T10:00:00Z","n":12,"m":"of a@b.co from 10.0.0.1"}') },
    { kind: 'json', bytes: Buffer.from('{ "a@b.co" : [ "nothing", { "b" : "x" } ] , "c": true }') },
    { kind: 'text', bytes: Buffer.from('say "hello" to a@b.co') },
    { kind: 'json', bytes: Buffer.from('{"a":"say \\"hello\\""}') },
    { kind: 'json', bytes: Buffer.from('{"a":4111111111111111}') },
    { kind: 'changed', bytes: Buffer.from('{"a":"b"}') },
    { kind: 'json', bytes: Buffer.from('{}') },
  ];
  const batch = batchOf(some);
  const count = finder.read(batch.buf, batch.recordsFrom(0, some.length), tables!, true);
  const texts = Array.from({ length: count }, (_, n) => {
    const at = finder.foundAt(n);
    return finder.ints[at + 1] === -1 ? -1 : (finder.ints[at + 2]! - finder.ints[at + 1]!) / (4 * TEXT_INTS);
  });
  expect(texts).toEqual([1, 0, 1, -1, -1, -1, 0]);
});
