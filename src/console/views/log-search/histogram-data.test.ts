import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bar, describeSelection } from './histogram-data.ts';

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** By default half hours. */
const barsFrom = (iso: string, count: number, step = 1800): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const start = Date.parse(iso) / 1000 + at * step;
    return { start, end: start + step, count: at, isCounted: true };
  });
const describeAll = (bars: readonly Bar[]): string[] =>
  bars.map((_, at) => describeSelection(bars, { from: at, to: at }));

it('histogram: where the clock is set back, times show their offset', () => {
  expect(describeAll(barsFrom('2026-10-25T00:00:00Z', 4))).toEqual([
    '02:00 UTC+2 to 02:30 UTC+2, 0 matches',
    '02:30 UTC+2 to 02:00 UTC+1, 1 match',
    '02:00 UTC+1 to 02:30 UTC+1, 2 matches',
    '02:30 UTC+1 to 03:00 UTC+1, 3 matches',
  ]);
});

it('histogram: on other days times stand alone', () => {
  expect(describeAll(barsFrom('2026-10-26T00:00:00Z', 1))).toEqual(['01:00 to 01:30, 0 matches']);
});

it('histogram: bars shorter than a minute are named with seconds', () => {
  expect(describeAll(barsFrom('2026-10-26T00:00:55Z', 2, 5))).toEqual([
    '01:00:55 to 01:01:00, 0 matches',
    '01:01:00 to 01:01:05, 1 match',
  ]);
});
