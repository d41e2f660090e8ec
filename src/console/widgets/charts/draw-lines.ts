import { DAY_SECONDS } from '../../../contract/limits.ts';
import { formatClock, formatDay } from '../format.ts';
import { type ChartSeries, SERIES_LOOK, timesOf } from './types.ts';

export type DrawnChart = {
  svg: SVGSVGElement;
  /** Pixels from the left edge for a time, and back. */
  xOf: (time: number) => number;
  timeAt: (x: number) => number;
};

type DrawOptions = {
  series: readonly ChartSeries[];
  width: number;
  height: number;
  formatValue: (value: number | null) => string;
};

export const MARGIN = { top: 14, right: 16, bottom: 26, left: 70 };

/** Beyond two days the axis names days, below it hours. */
const DAYS_ON_AXIS_FROM_MS = 2 * DAY_SECONDS * 1000;

/** Draws with Observable Plot, which is loaded on first use. */
export async function drawLines({ series, width, height, formatValue }: DrawOptions): Promise<DrawnChart> {
  const Plot = await import('@observablehq/plot');
  const times = timesOf(series);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const formatTick = (time: Date) => (span > DAYS_ON_AXIS_FROM_MS ? formatDay(time) : formatClock(time));
  const axis = { fontFamily: 'var(--mono)', fontSize: 11, fill: 'var(--tx-3)', tickSize: 0 };
  const plot = Plot.plot({
    width,
    height,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    x: { type: 'time' },
    y: { zero: true, nice: true },
    marks: [
      Plot.gridY({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 5 }),
      Plot.axisX({
        ...axis,
        ticks: Math.max(2, Math.floor(width / 110)),
        label: null,
        tickFormat: formatTick,
      }),
      Plot.axisY({ ...axis, ticks: 5, label: null, tickFormat: (value: number) => formatValue(value) }),
      ...series.map((one) =>
        Plot.lineY(
          one.points.map((point) => ({ time: new Date(point.time), value: point.value ?? Number.NaN })),
          {
            x: 'time',
            y: 'value',
            stroke: SERIES_LOOK[one.tone].stroke,
            strokeDasharray: SERIES_LOOK[one.tone].dash,
            strokeWidth: 1.75,
          },
        ),
      ),
    ],
  });
  const svg = plot instanceof SVGSVGElement ? plot : plot.querySelector('svg');
  if (!svg) throw new Error('The chart library drew no picture');
  // The page's policy forbids inline sheets, and groups may carry no label without a role.
  for (const sheet of svg.querySelectorAll('style')) sheet.remove();
  for (const group of svg.querySelectorAll('g[aria-label], g[aria-description]')) {
    group.removeAttribute('aria-label');
    group.removeAttribute('aria-description');
  }
  svg.setAttribute('aria-hidden', 'true');
  const scale = plot.scale('x');
  const invert = scale?.invert;
  return {
    svg,
    xOf: (time) => Number(scale?.apply(new Date(time)) ?? 0),
    timeAt: (x) => (invert ? Number(invert(x)) : 0),
  };
}
