import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMicros, parseEvent } from './record.ts';
import { START } from './testing/archive-files.ts';

const texts = fc.string({
  maxLength: 8,
  unit: fc.constantFrom('a', '"', '\\', '}', '{', ',', 'é', ' ', ':'),
});
const objects = fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.constant(null), fc.array(texts)), {
  maxKeys: 4,
  noNullPrototype: true,
});

test('a record is the same in any order of its members, and with more', () => {
  fc.assert(
    fc.property(
      fc.record({ source: texts, origin: fc.option(objects), message: fc.option(texts), event: objects }),
      ({ source, origin, message, event }) => {
        const members = [
          ['received', JSON.stringify(formatMicros(START))],
          ['source', JSON.stringify(source)],
          ['sourceId', '"1"'],
          ...(origin ? [['origin', JSON.stringify(origin)]] : []),
          message === null ? ['event', JSON.stringify(event)] : ['message', JSON.stringify(message)],
        ];
        const write = (list: string[][]) => `{${list.map(([name, value]) => `"${name}":${value}`).join()}}`;
        const expected = {
          micros: START,
          text: message ?? JSON.stringify(event),
          isText: message !== null,
          source,
          sourceId: '1',
          origin: origin ? JSON.stringify(origin) : '',
        };
        for (const line of [members, members.toReversed(), [...members, ['more', '{"event":1}']]].map(
          write,
        )) {
          const parsed = parseEvent(line);
          expect(parsed?.record).toEqual(expected);
          if (message === null) expect(parsed?.fields).toEqual(event);
        }
      },
    ),
  );
});
