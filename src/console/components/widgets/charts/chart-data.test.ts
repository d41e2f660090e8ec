import { describe, expect, it } from 'vitest';
import { describeBucket } from '../../../../charts/describe-bucket.ts';
import { toRates } from '../../../../charts/rates.ts';
import {
  computeBucketMs,
  computeTrend,
  findLonePoints,
  insertGaps,
  isEmptyChart,
  listTimes,
  stackSeries,
  summarizeChart,
} from '../../../../charts/series-data.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import { formatChartCsv } from './chart-csv.ts';
import { findNearestIndex, moveCursor, toChartSelection, toggleMark } from './chart-cursor.ts';
import { getChartKeyAction } from './chart-keys.ts';
import { spread } from './end-labels.ts';
import { computeTimeTicks, formatTick, formatTimeSpan } from './time-ticks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = new Date(2026, 0, 21, 13, 32).getTime();
const series = (values: (number | null)[], label = 'Input'): ChartSeries => ({
  id: label,
  label,
  tone: 'in',
  points: values.map((value, index) => ({ time: START + index * MINUTE, value })),
});

describe('gaps', () => {
  const points = [0, 1, 4, 5].map((minute) => ({ time: minute * MINUTE, value: 0 }));
  it('a bucket left out breaks the line, a zero does not', () => {
    expect(insertGaps(points, MINUTE).map(({ value }) => value)).toEqual([0, 0, null, 0, 0]);
    expect(computeBucketMs(points.map(({ time }) => time))).toBe(MINUTE);
  });
  it('a point without neighbours is drawn by itself', () => {
    expect(findLonePoints(series([1, null, 2, 3]).points).map(({ value }) => value)).toEqual([1]);
  });
  it('only missing values are no data; for amounts zeros are too [R2.8-56]', () => {
    expect(isEmptyChart([series([null, null])], 'percent')).toBe(true);
    expect(isEmptyChart([series([0, 0])], 'percent')).toBe(false);
    expect(isEmptyChart([series([0, null]), series([0, 0])], 'bytes')).toBe(true);
    expect(isEmptyChart([series([0, 0]), series([0, 1])], 'events')).toBe(false);
  });
});

describe('rates', () => {
  const amounts = [series([600, 600, 600, 100])];
  const since = START + 3 * MINUTE;
  const listRates = (until?: number) =>
    toRates(amounts, MINUTE, until === undefined ? undefined : { since, until })[0]?.points.map(
      ({ value }) => value,
    );
  it('are amounts by the length of their bucket', () => {
    expect(listRates()).toEqual([10, 10, 10, 100 / 60]);
  });
  it('of the bucket in progress: by the time that has passed in it', () => {
    expect(listRates(since + 20_000)).toEqual([10, 10, 10, 5]);
  });
  it('leave it out in its first seconds, unless nothing else is known', () => {
    expect(listRates(since + 10_000)).toEqual([10, 10, 10]);
    const first = [series([0, 0, 0, 100])];
    expect(toRates(first, MINUTE, { since, until: since + 10_000 })[0]?.points.at(-1)?.value).toBe(10);
  });
  it('have a steady trend where zeros from before the first value would make it rise', () => {
    const begun = [series([0, 0, 600, 600, 600, 600])];
    expect(summarizeChart(begun, toRates(begun, MINUTE, undefined), 'bytes')).toContain('steady');
  });
});

describe('words', () => {
  it('say least, most, total and trend of each series', () => {
    const amounts = [series([60_000, 120_000, 360_000])];
    expect(summarizeChart(amounts, toRates(amounts, MINUTE, undefined), 'bytes')).toBe(
      'Input: lowest 1 KB/s, highest 6 KB/s, total 540 KB, rising.',
    );
    expect(summarizeChart([series([null])], [series([null])], 'percent')).toBe('Input: no data.');
  });
  it('leave the bucket that is still open out of the trend', () => {
    const open = START + 3 * MINUTE;
    const amounts = [series([5, 5, 5, 0])];
    expect(summarizeChart(amounts, amounts, 'events', open)).toContain('steady');
    expect(computeTrend([9, 9, 5, 1, 1, 1])).toBe('falling');
  });
});

describe('the time axis', () => {
  it.each([
    [HOUR, MINUTE],
    [4 * HOUR, 15 * MINUTE],
    [12 * HOUR, HOUR],
    [48 * HOUR, 2 * HOUR],
    [8 * 24 * HOUR, 4 * HOUR],
    [60 * 24 * HOUR, 6 * HOUR],
  ])('a span of %i ms has few ticks, a bucket apart [R9-38 … R9-43]', (span, bucket) => {
    for (const most of [2, 5, 9]) {
      const ticks = computeTimeTicks(START, START + span, bucket, most);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
      if (ticks.length > 1) expect(step).toBeGreaterThanOrEqual(bucket);
      for (const tick of ticks) expect(tick >= START && tick <= START + span).toBe(true);
    }
  });
  it('has round times, and names the day at midnight', () => {
    expect(
      computeTimeTicks(START, START + HOUR, MINUTE, 6).map((tick) => formatTick(tick, 10 * MINUTE)),
    ).toEqual(['13:40', '13:50', '14:00', '14:10', '14:20', '14:30']);
    expect(formatTick(new Date(2026, 0, 22).getTime(), HOUR)).toBe('22 Jan');
  });
  it('says what a point adds up, and a range in words', () => {
    expect([MINUTE, 15 * MINUTE, HOUR, 4 * HOUR].map(describeBucket)).toEqual([
      'per minute',
      'per 15 minutes',
      'per hour',
      'per 4 hours',
    ]);
    expect(formatTimeSpan(START, START + 9 * MINUTE)).toBe('13:32 to 13:41');
  });
  it('has seconds where points are closer than a minute', () => {
    const ticks = computeTimeTicks(START, START + 40_000, 10_000, 5);
    expect(ticks.map((tick) => formatTick(tick, 10_000)).slice(0, 2)).toEqual(['13:32:00', '13:32:10']);
    expect(formatTimeSpan(START, START + 20_000)).toBe('13:32:00 to 13:32:20');
  });
});

describe('reading and selecting', () => {
  const times = listTimes([series([1, 2, 3, 4, 5])]);
  const at = (index: number) => times[index] ?? 0;
  it('steps through the buckets and stops at the ends [R2.8-54]', () => {
    expect(moveCursor(times, {}, 'former', false)).toEqual({ at: at(4) });
    expect(moveCursor(times, {}, 'first', false)).toEqual({ at: at(0) });
    expect(moveCursor(times, { at: at(4) }, 'next', false)).toEqual({ at: at(4) });
    expect(findNearestIndex(times, at(2) + 20_000)).toBe(2);
    expect(findNearestIndex([], 5)).toBe(-1);
  });
  it('Shift extends a selection by buckets; moving without it ends it [R2.8-55]', () => {
    const one = moveCursor(times, { at: at(1) }, 'next', true);
    const two = moveCursor(times, one, 'next', true);
    expect(toChartSelection(two, MINUTE)).toEqual({ start: at(1), end: at(4) });
    expect(toChartSelection(moveCursor(times, two, 'former', false), MINUTE)).toBeUndefined();
  });
  it('m begins a selection that plain arrows extend, and ends it', () => {
    const marked = toggleMark(times, { at: at(3) });
    const moved = moveCursor(times, marked, 'former', false);
    expect(toChartSelection(moved, MINUTE)).toEqual({ start: at(2), end: at(4) });
    expect(toggleMark(times, moved)).toEqual({ at: at(2) });
  });
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  it('Escape leaves the selection, then the value, then belongs to the screen', () => {
    const press = { ...plain, key: 'Escape' };
    expect(getChartKeyAction(press, times, { at: at(1), mark: at(0) }, true)).toEqual({
      kind: 'cancel',
      cursor: { at: at(1) },
    });
    expect(getChartKeyAction(press, times, { at: at(1) }, true)).toEqual({ kind: 'cancel', cursor: {} });
    expect(getChartKeyAction(press, times, {}, true)).toBeUndefined();
  });
  it('leaves chords, and Enter without a selection, to the console', () => {
    expect(getChartKeyAction({ ...plain, key: 'ArrowLeft', ctrlKey: true }, times, {}, true)).toBeUndefined();
    expect(getChartKeyAction({ ...plain, key: 'Enter' }, times, { at: at(1) }, true)).toBeUndefined();
    expect(getChartKeyAction({ ...plain, key: 'm' }, times, { at: at(1) }, false)).toBeUndefined();
  });
});

describe('labels at line ends', () => {
  it('are pushed apart and stay inside', () => {
    expect(spread([10, 12, 90], 20, 0, 100)).toEqual([10, 30, 90]);
    expect(spread([95, 98, 99], 20, 0, 100)).toEqual([60, 80, 100]);
  });
});

describe('CSV', () => {
  it('has ISO times, exact values and empty cells for missing ones', () => {
    expect(formatChartCsv([series([1234.5, null]), series([0, 7], 'a "b", c')], 'bytes')).toBe(
      `time,Input (bytes),"a ""b"", c (bytes)"\r\n${new Date(START).toISOString()},1234.5,0\r\n${new Date(
        START + MINUTE,
      ).toISOString()},,7\r\n`,
    );
  });
  it('never hands a spreadsheet a formula', () => {
    expect(formatChartCsv([series([1], '=HYPERLINK("x")')], 'bytes')).toContain(
      `"'=HYPERLINK(""x"") (bytes)"`,
    );
  });
});

it('stacked series: each stands on those before, a missing value adds nothing', () => {
  const part = (values: (number | null)[]) => ({ ...series(values), isStacked: true });
  const stacked = stackSeries([series([7, 7, 7]), part([1, 2, 3]), part([10, null, 30]), part([100])]);
  expect(stacked.map(({ points }) => points.map(({ value }) => value))).toEqual([
    [7, 7, 7],
    [1, 2, 3],
    [11, 2, 33],
    [111, 2, 33],
  ]);
});
