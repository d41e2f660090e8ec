import { expect, test } from 'vitest';
import { listDurationTicks } from '../../../../charts/specify-chart.ts';
import type { ChartLimit, ChartSeries } from '../../../../charts/types.ts';
import { drawChart } from './draw-chart.ts';

const START = new Date(2026, 0, 21, 13, 32).getTime();
const SERIES: ChartSeries[] = [
  {
    id: 'in',
    label: 'Input',
    tone: 'in',
    points: [20, 40, 90, 60].map((value, index) => ({ time: START + index * 60_000, value })),
  },
];
const LIMITS: ChartLimit[] = [
  { label: 'fires above 80', value: 80, tone: 'err' },
  { label: 'ends below 78', value: 78, tone: 'text' },
];

test('limits: two close ones are labelled at opposite ends', async () => {
  const { svg, area } = await drawChart({
    series: SERIES,
    unit: 'eventLevel',
    openSince: undefined,
    limits: LIMITS,
    spans: [],
    width: 720,
    height: 300,
    textScale: 1,
  });
  const placeOf = ({ label }: ChartLimit) => {
    const text = [...svg.querySelectorAll('text')].find((one) => one.textContent === label);
    const anchor = text?.closest('[text-anchor]')?.getAttribute('text-anchor');
    const x = Number(/translate\(([-\d.]+)/.exec(text?.getAttribute('transform') ?? '')?.[1]);
    return { anchor, x };
  };
  const [first, second] = LIMITS.map(placeOf);
  expect(first?.anchor ?? 'start').toBe('start');
  expect(second?.anchor).toBe('end');
  expect(first?.x).toBeCloseTo(area.left, 0);
  expect(second?.x).toBeCloseTo(area.right, 0);
});

test.each([
  [0.6, [0, 1]],
  [4700, [0, 1000, 2000, 3000, 4000, 5000]],
  [50.8 * 60_000, [0, 10, 20, 30, 40, 50, 60].map((minutes) => minutes * 60_000)],
  [3 * 86_400_000, [0, 12, 24, 36, 48, 60, 72].map((hours) => hours * 3_600_000)],
])('the axis of durations is round: up to %d ms', (high, ticks) => {
  expect(listDurationTicks(high)).toEqual(ticks);
});
