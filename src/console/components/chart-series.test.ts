import { expect, test } from 'vitest';
import type { ThreeSeries } from '../../contract/entities/analytics.ts';
import { addFormerInput, buildFateSeries, buildVolumeSeries, findOpenBucket } from './chart-series.ts';

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

test('points end without a value where nothing is known any more', () => {
  const known = series(600, 60, [1, 2]);
  const coverage = { ...known.coverage, endUnixTimeSeconds: 1200, countedUntilUnixTimeSeconds: 690 };
  const [input] = buildVolumeSeries({ ...known, coverage });
  expect(input?.points.map(({ time, value }) => [time / 1000, value])).toEqual([
    [600, 1],
    [660, 2],
    [1140, null],
  ]);
  expect(findOpenBucket({ ...known, coverage }, 1200_000)).toEqual({ since: 660_000, until: 690_000 });
});

const hour = { name: 'previous hour', lengthSeconds: 3600 };

test('previous period: its input lies over the present, in points alike', () => {
  const now = series(3600, 60, [5, 6, 7]);
  const add = (former: ThreeSeries) =>
    addFormerInput(buildVolumeSeries(now), now, former, hour)
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
  // The point in progress is drawn as a rate of what passed of it; what the former one had in all does not belong there.
  const open = { ...now, coverage: { ...now.coverage, countedUntilUnixTimeSeconds: 3730 } };
  const [whole] = addFormerInput([], open, series(0, 60, [1, 2, 3]), hour);
  expect(whole?.points.map(({ time }) => time / 1000)).toEqual([3600, 3660]);
  expect(addFormerInput([], now, undefined, hour)).toEqual([]);
  expect(addFormerInput([], now, series(0, 60, [0, 0]), hour)).toEqual([]);
});

test('fates stand on each other below the input; what came to wait is a growth', () => {
  const of = (values: readonly number[]) => series(0, 60, values).inputDataSeries;
  const answer = {
    ...series(0, 60, [10, 10, 10]),
    outputDataSeries: of([4, 1, 6]),
    waitingDataSeries: of([100, 103, 101]),
    droppedDataSeries: of([6, 6, 6]),
    deadLetterDataSeries: of([0, 0, 0]),
    lostDataSeries: of([0, 0, 1]),
  };
  expect(
    buildFateSeries(answer).map(({ label, isStacked = false, points }) => [
      label,
      isStacked,
      points.map(({ value }) => value),
    ]),
  ).toEqual([
    ['Input', false, [10, 10, 10]],
    ['Output', true, [4, 1, 6]],
    ['Waiting', true, [0, 3, 0]],
    ['Dropped by rule', true, [6, 6, 6]],
    ['Lost', true, [0, 0, 1]],
  ]);
  const brief = { ...answer, waitingDataSeries: of([0, 1, 0]) };
  expect(buildFateSeries(brief).map(({ label }) => label)).not.toContain('Waiting');
});
