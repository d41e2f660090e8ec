import { expect, test } from 'vitest';
import { buildErrorsSeries } from './errors-series.ts';

const range = { start: 125, end: 300, resolution: 60 };
const entry = (errorLevel: string, ...points: [number, number][]) => ({
  errorLevel,
  series: { timeSeriesTuple: points.map(([unixTimeSeconds, value]) => ({ unixTimeSeconds, value })) },
});

test('errors over time: kinds are summed per level, zeros between', () => {
  const errors = [
    entry('ERROR', [120, 3], [240, 1]),
    entry('ERROR', [240, 4]),
    entry('WARN', [180, 2]),
    entry('INFO', [180, 9]),
  ];
  expect(buildErrorsSeries(errors, range).map(({ id, points }) => [id, points])).toEqual([
    [
      'errors',
      [
        { time: 120_000, value: 3 },
        { time: 180_000, value: 0 },
        { time: 240_000, value: 5 },
      ],
    ],
    [
      'warnings',
      [
        { time: 120_000, value: 0 },
        { time: 180_000, value: 2 },
        { time: 240_000, value: 0 },
      ],
    ],
  ]);
  expect(buildErrorsSeries([], range)).toEqual([]);
});
