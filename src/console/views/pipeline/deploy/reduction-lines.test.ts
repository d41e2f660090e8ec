import { expect, test } from 'vitest';
import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import { listReductionLines } from './reduction-lines.ts';

const outcome = (percentOptimized: number | null): PreviewOutcome => ({
  nodes: {},
  total: { eventsIn: 4, eventsOut: 2, bytesIn: 100, bytesOut: 50, percentOptimized },
  elapsedMilliseconds: 3,
});
const line = (running: PreviewOutcome | undefined, next: PreviewOutcome, eventCount = 4) =>
  listReductionLines([{ key: 'a', name: 'nightly', eventCount, running, next }]);

test('reduction of deployed and draft are compared on the same events', () => {
  expect(line(outcome(12), outcome(54.25))).toEqual([
    { key: 'a', before: '12.0%', after: '54.3%', on: 'on 4 events of nightly' },
  ]);
});

test('growth reads as growth, and one event as one', () => {
  expect(line(outcome(0), outcome(-20), 1)).toEqual([
    { key: 'a', before: '0.0%', after: '−20.0%', on: 'on 1 event of nightly' },
  ]);
});

test('without anything that runs there is nothing to stand against', () => {
  expect(line(undefined, outcome(10))[0]?.before).toBeUndefined();
  expect(line(outcome(null), outcome(10))[0]?.before).toBeUndefined();
});

test('a run in which nothing came in has no figure', () => {
  expect(line(outcome(10), outcome(null))).toEqual([]);
});
