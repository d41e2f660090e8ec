import { expect, test } from 'vitest';
import { formatOrigin, listOrigin, summarizeOrigins } from './origin.ts';

const received = new Date(2026, 10, 23, 14, 32, 8).toISOString();

test('where an event came from is told in one line [R16]', () => {
  const tell = (origin: object) => formatOrigin(JSON.stringify({ source: 'In', received, ...origin }));
  expect(tell({ sender: '10.0.0.5', listener: '10.0.0.1:514' })).toBe(
    '10.0.0.5, sent to 10.0.0.1:514, received 14:32:08',
  );
  expect(tell({ sender: '10.0.0.5', client: 'web-1' })).toBe('web-1 (10.0.0.5), received 14:32:08');
  expect(tell({ file: '/var/log/a.log', offset: 120 })).toBe('/var/log/a.log at byte 120, received 14:32:08');
  expect(tell({ topic: 'logs', partition: 3, offset: 9 })).toBe(
    'logs, partition 3, offset 9, received 14:32:08',
  );
  expect(tell({})).toBe('In, received 14:32:08');
  expect(['', 'no json', '7', undefined].map(formatOrigin)).toEqual(Array(4).fill(undefined));
});

test('metadata of an event has the paths that conditions name [R6-21]', () => {
  expect(listOrigin('{"source":"In","offset":120}')).toEqual([
    { path: '@origin.source', value: 'In' },
    { path: '@origin.offset', value: '120' },
  ]);
  expect(['', 'no json', '7', undefined].flatMap(listOrigin)).toEqual([]);
});

test('where many events came from is counted, those with most first', () => {
  const from = (sender: string) => JSON.stringify({ sender });
  expect(summarizeOrigins([from('b'), from('a'), from('b'), ''])).toBe('b (2), a (1)');
  expect(summarizeOrigins(['1', '2', '3', '4', '5', '6', '7'].map(from))).toMatch(/ and 2 more$/);
  expect(summarizeOrigins(['', ''])).toBeUndefined();
});
