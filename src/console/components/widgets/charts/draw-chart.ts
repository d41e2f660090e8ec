import type { ChartUnit } from '../../../../charts/chart-unit.ts';
import { stackSeries } from '../../../../charts/series-data.ts';
import { type ChartArea, specifyChart } from '../../../../charts/specify-chart.ts';
import type { ChartLimit, ChartSeries, ChartSpan } from '../../../../charts/types.ts';
import { appendEndLabels, placeEndLabels } from './end-labels.ts';
import { createFills } from './fills.ts';
import { listTimeTicks } from './time-ticks.ts';

export type ChartPicture = {
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** Milliseconds; later buckets are incomplete and drawn faintly. */
  openSince: number | undefined;
  limits: readonly ChartLimit[];
  spans: readonly ChartSpan[];
  width: number;
  height: number;
  /** 1 at the base text size. */
  textScale: number;
};

export type DrawnChart = {
  svg: SVGSVGElement;
  /** Px. */
  xOf: (time: number) => number;
  timeAt: (x: number) => number;
  /** Px. */
  yOf: (value: number) => number;
  area: ChartArea;
  /** Without end labels a legend is needed. */
  hasEndLabels: boolean;
};

/** Lazy-loads Observable Plot. */
export async function drawChart(picture: ChartPicture): Promise<DrawnChart> {
  const Plot = await import('../../../../charts/plot.ts');
  // As drawn; labels show the original values.
  const series = stackSeries(picture.series);
  const fills = createFills();
  const labels = placeEndLabels({ ...picture, placed: series, fontSize: 12 * picture.textScale });
  const { options, area } = specifyChart(Plot, {
    ...picture,
    series,
    labelWidth: labels?.width,
    fillOf: fills.of,
    listTimeTicks,
  });
  const plot = Plot.plot(options);
  const svg = plot instanceof SVGSVGElement ? plot : plot.querySelector('svg');
  if (!svg) throw new Error('The chart library drew no picture');
  // The CSP forbids inline styles; groups need a role to have a label.
  for (const sheet of svg.querySelectorAll('style')) sheet.remove();
  for (const group of svg.querySelectorAll('g[aria-label], g[aria-description]')) {
    group.removeAttribute('aria-label');
    group.removeAttribute('aria-description');
  }
  svg.setAttribute('aria-hidden', 'true');
  fills.appendTo(svg);
  const [x, y] = [plot.scale('x'), plot.scale('y')];
  const invert = x?.invert;
  const yOf = (value: number) => Number(y?.apply(value) ?? 0);
  if (labels) appendEndLabels(svg, labels, { x: area.right + 10, yOf, top: area.top, bottom: area.bottom });
  return {
    svg,
    xOf: (time) => Number(x?.apply(new Date(time)) ?? 0),
    timeAt: (position) => (invert ? Number(invert(position)) : 0),
    yOf,
    area,
    hasEndLabels: labels !== undefined,
  };
}
