import { expect, test } from 'vitest';
import type { LogRow } from '../../../contract/entities/log-search.ts';
import { dropBelow, mergeRows } from './live-rows.ts';
import { toHandedSample } from './log-search.commands.ts';

const row = (id: string, second: number): LogRow => ({
  id,
  unixTimeSeconds: second,
  text: `text ${id}`,
  metadata: {
    received: `2026-11-21T20:00:${String(second).padStart(2, '0')}.000000Z`,
    sourceId: '1',
    source: 'web',
    isText: true,
    origin: `{"line":${second}}`,
    file: 'f',
  },
});

test('live rows: each once, late ones in their place', () => {
  const shown = [row('c', 30), row('a', 10)];
  const merged = mergeRows(shown, [row('d', 40), row('c', 30), row('b', 20)]);
  expect(merged.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
  expect(mergeRows(merged, [row('a', 10)])).toBe(merged);
  expect(dropBelow([row('b', 20), row('z', 5)], shown).map(({ id }) => id)).toEqual(['b']);
});

test('sample: has text and origin of each row', () => {
  const { events, origins, pipelineId } = toHandedSample([row('b', 20), row('a', 10)], '7');
  expect({ events, origins, pipelineId }).toEqual({
    events: ['text b', 'text a'],
    origins: ['{"line":20}', '{"line":10}'],
    pipelineId: '7',
  });
});
