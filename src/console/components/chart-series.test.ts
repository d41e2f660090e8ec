import { expect, test } from 'vitest';
import type { ThreeSeries } from '../../contract/entities/analytics.ts';
import { addFormerInput, buildVolumeSeries, findOpenBucket } from './chart-series.ts';

const series = (from: number, seconds: number, values: readonly number[]): ThreeSeries => {
  const timeSeriesTuple = values.map((value, at) => ({ unixTimeSeconds: from + at * seconds, value }));
  const one = { timeSeriesTuple };
  return {
    inputDataSeries: one,
    outputDataSeries: one,
    droppedDataSeries: one,
    waitingDataSeries: one,
    deadLetterDataSeries: one,
    lostDataSeries: one,
    coverage: {
      startUnixTimeSeconds: from,
      endUnixTimeSeconds: from + values.length * seconds,
      resolutionSeconds: seconds,
    },
  };
};

test('point in progress: how far it was counted counts, not its arrival', () => {
  const open = series(600, 60, [1, 2]);
  expect(findOpenBucket(open, 700_000)).toEqual({ since: 660_000, until: 700_000 });
  const coverage = { ...open.coverage, countedUntilUnixTimeSeconds: 690 };
  expect(findOpenBucket({ ...open, coverage }, 700_000)).toEqual({ since: 660_000, until: 690_000 });
  expect(findOpenBucket(open, 720_000)).toBeUndefined();
});

test('previous period: its input lies over the present, in points alike', () => {
  const now = series(3600, 60, [5, 6, 7]);
  const add = (former: ThreeSeries) =>
    addFormerInput(buildVolumeSeries(now), now, { series: former, lengthSeconds: 3600 }, 'previous hour')
      .filter(({ id }) => id === 'former')
      .map(({ label, points }) => [label, points.map(({ time, value }) => [time / 1000, value])]);
  expect(add(series(0, 60, [1, 2, 3, 4]))).toEqual([
    [
      'Input, previous hour',
      [
        [3600, 1],
        [3660, 2],
        [3720, 3],
      ],
    ],
  ]);
  expect(add(series(0, 30, [1, 2, 3]))).toEqual([
    [
      'Input, previous hour',
      [
        [3600, 3],
        [3660, 3],
      ],
    ],
  ]);
  expect(addFormerInput([], now, undefined, 'previous hour')).toEqual([]);
});
