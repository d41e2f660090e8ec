import type { Markish, PlotOptions } from '@observablehq/plot';
import { CHART_UNITS, type ChartUnit } from './chart-unit.ts';
import { computeBucketMs, findLonePoints, insertGaps, listTimes } from './series-data.ts';
import {
  type ChartLimit,
  type ChartPoint,
  type ChartSeries,
  type ChartSpan,
  getSeriesLook,
} from './types.ts';

const LIMIT_COLORS: Record<ChartLimit['tone'], string> = {
  err: 'var(--err)',
  warn: 'var(--warn)',
  text: 'var(--tx-2)',
};
const LIMIT_DASHES: Record<ChartLimit['tone'], string> = { err: '7 3', warn: '4 3', text: '2 3' };

/** Loaded with the first chart. */
export type ChartMarks = typeof import('./plot.ts');

const AXIS_FONT_PX = 11;
const GLYPH_WIDTH = 0.62;
const TICK_ROOM_PX = 86;
/** In em; keeps time labels clear of value labels. */
const TIME_LABEL_DROP = 0.8;
const TIME_GLYPHS = 8;

function computeDomain(
  series: readonly ChartSeries[],
  unit: ChartUnit,
  limits: readonly ChartLimit[],
): [number, number] {
  let [low, high] = [0, unit === 'percent' ? 100 : unit === 'state' ? 1 : 0];
  for (const { value } of limits) [low, high] = [Math.min(low, value), Math.max(high, value)];
  for (const { points } of series) {
    for (const { value } of points) {
      if (value !== null) [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
  }
  return low === high ? [0, 1] : [low, high];
}

const MINUTE_MS = 60_000;
const DURATION_STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000],
  ...[1, 2, 5, 10, 30, 60, 120, 240, 720, 1440].map((minutes) => minutes * MINUTE_MS),
];
const MOST_DURATION_TICKS = 6;

/** Round values; the last is the chart's top. */
export function listDurationTicks(high: number): number[] {
  const last = DURATION_STEPS_MS.at(-1) ?? MINUTE_MS;
  const step =
    DURATION_STEPS_MS.find((one) => high <= one * MOST_DURATION_TICKS) ?? Math.ceil(high / last / 6) * last;
  return Array.from({ length: Math.max(1, Math.ceil(high / step)) + 1 }, (_, at) => at * step);
}

type Row = { time: Date; value: number };
const toPlotRows = (points: readonly ChartPoint[]): Row[] =>
  points.map(({ time, value }) => ({ time: new Date(time), value: value ?? Number.NaN }));

export type TimeTick = { time: number; text: string };

export type ChartRequest = {
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** Milliseconds; later buckets are incomplete and faint. */
  openSince?: number | undefined;
  limits?: readonly ChartLimit[];
  spans?: readonly ChartSpan[];
  width: number;
  height: number;
  textScale: number;
  /** For names at line ends. */
  labelWidth?: number | undefined;
  fillOf?: (series: ChartSeries) => { fill: string; fillOpacity?: number };
  /** Round times, no closer than a bucket. */
  listTimeTicks: (start: number, end: number, bucketMs: number, most: number) => TimeTick[];
};

/** Px. */
export type ChartArea = { left: number; right: number; top: number; bottom: number };

const toPlainFill = (series: ChartSeries) => ({ fill: getSeriesLook(series).stroke, fillOpacity: 0.3 });

function markSeries(Plot: ChartMarks, request: ChartRequest, bucketMs: number): Markish[] {
  const { series, openSince, fillOf = toPlainFill } = request;
  const isOpen = ({ time }: ChartPoint) => openSince !== undefined && time >= openSince;
  return series.flatMap((one, index) => {
    const { stroke, dash, width: strokeWidth } = getSeriesLook(one);
    const gapped = insertGaps(one.points, bucketMs);
    const closed = gapped.filter((point) => !isOpen(point));
    const open = gapped.some(isOpen) ? gapped.slice(Math.max(0, closed.length - 1)) : [];
    const at = { x: 'time', y: 'value', stroke, strokeWidth };
    const lower = one.isStacked ? series.slice(0, index).findLast(({ isStacked }) => isStacked) : undefined;
    const below = new Map(lower?.points.map(({ time, value }) => [time, value ?? 0]));
    return [
      ...(one.isStacked
        ? [
            Plot.areaY(
              one.points.map(({ time, value }) => ({
                time: new Date(time),
                from: below.get(time) ?? 0,
                to: value ?? 0,
              })),
              { x: 'time', y1: 'from', y2: 'to', ...fillOf(one) },
            ),
          ]
        : []),
      ...(one.area && !one.isStacked
        ? [Plot.areaY(toPlotRows(closed), { x: 'time', y1: 0, y2: 'value', fill: stroke, fillOpacity: 0.12 })]
        : []),
      Plot.lineY(toPlotRows(closed), {
        ...at,
        strokeDasharray: dash || undefined,
        strokeLinejoin: 'round' as const,
      }),
      ...(open.length > 1
        ? [Plot.lineY(toPlotRows(open), { ...at, strokeWidth: 1, strokeDasharray: '1 3' })]
        : []),
      Plot.dot(toPlotRows(findLonePoints(closed)), { x: 'time', y: 'value', r: 2.5, fill: stroke }),
      Plot.dot(toPlotRows(findLonePoints(open)), { x: 'time', y: 'value', r: 2.5, stroke }),
    ];
  });
}

/** For screens and paper; colors and fonts are theme variables. */
export function specifyChart(
  Plot: ChartMarks,
  request: ChartRequest,
): { options: PlotOptions; area: ChartArea } {
  const { series, unit, limits = [], spans = [], width, height, textScale, labelWidth } = request;
  const { short } = CHART_UNITS[unit];
  const fontSize = AXIS_FONT_PX * textScale;
  const times = listTimes(series);
  const bucketMs = computeBucketMs(times);
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const [begin, end] = first === last ? [first - bucketMs, last + bucketMs] : [first, last];
  const [low, high] = computeDomain(series, unit, limits);
  const isFlat = low === 0 && high === 1 && unit !== 'percent';
  const durations = unit === 'milliseconds' && !isFlat ? listDurationTicks(high) : undefined;
  const valueTicks = durations ?? (isFlat ? 1 : 5);
  const left =
    Math.max(...[low, high / 2, high / 3, high].map((value) => short(value).length), 5) *
      fontSize *
      GLYPH_WIDTH +
    26;
  const right = labelWidth ?? Math.max(18, (TIME_GLYPHS * fontSize * GLYPH_WIDTH) / 2 + 8);
  const area = { left, right: width - right, top: 14 * textScale, bottom: height - 28 * textScale };
  const most = Math.max(2, Math.floor((area.right - left) / (TICK_ROOM_PX * textScale)));
  const ticks = request.listTimeTicks(begin, end, bucketMs, most);
  const texts = new Map(ticks.map(({ time, text }) => [time, text]));
  const axis = { fontFamily: 'var(--mono)', fontSize, fill: 'var(--tx-3)', tickSize: 0, label: null };
  const shades = spans
    .filter((span) => span.end > begin && span.start < end)
    .map(({ start, end: until, kind }) => ({
      start: new Date(Math.max(begin, start)),
      end: new Date(Math.min(end, until)),
      kind,
    }));
  const isFiring = ({ kind }: { kind: ChartSpan['kind'] }) => kind === 'firing';
  const sides = { x1: 'start', x2: 'end', y1: low, y2: high } as const;
  const options: PlotOptions = {
    width,
    height,
    marginTop: area.top,
    marginRight: right,
    marginBottom: height - area.bottom,
    marginLeft: left,
    x: { type: 'time', domain: [new Date(begin), new Date(end)] },
    y: { domain: [low, durations?.at(-1) ?? high], nice: !isFlat && !durations },
    marks: [
      Plot.rect(
        shades.filter((one) => !isFiring(one)),
        { ...sides, fill: 'var(--tx-3)', fillOpacity: 0.1 },
      ),
      Plot.rect(shades.filter(isFiring), { ...sides, fill: 'var(--err)', fillOpacity: 0.16 }),
      Plot.gridY({ stroke: 'var(--line)', strokeOpacity: 1, ticks: valueTicks }),
      Plot.axisX(
        ticks.map(({ time }) => new Date(time)),
        {
          ...axis,
          tickPadding: TIME_LABEL_DROP * fontSize,
          tickFormat: (time: Date) => texts.get(time.getTime()) ?? '',
        },
      ),
      Plot.axisY({ ...axis, ticks: valueTicks, tickFormat: (value: number) => tickLabel(value, unit) }),
      ...(low < 0 ? [Plot.ruleY([0], { stroke: 'var(--line-ctl)' })] : []),
      ...markSeries(Plot, request, bucketMs),
      ...limits.flatMap(({ label, value, tone }, index) => {
        const color = LIMIT_COLORS[tone];
        return [
          Plot.ruleY([value], {
            stroke: color,
            strokeWidth: tone === 'err' ? 1.5 : 1.25,
            strokeDasharray: LIMIT_DASHES[tone],
          }),
          Plot.text([label], {
            // At opposite ends: limits can be close.
            x: new Date(index === 0 ? begin : end),
            y: value,
            text: (text: string) => text,
            textAnchor: index === 0 ? 'start' : 'end',
            dx: index === 0 ? 6 : -6,
            dy: (tone === 'err') === value < low + (high - low) * 0.9 ? -9 : 9,
            fontFamily: 'var(--sans)',
            fontSize,
            fill: color,
            stroke: 'var(--bg-raised)',
            strokeWidth: 3,
          }),
        ];
      }),
    ],
  };
  return { options, area };
}

/** `50%`, not `50.0%`. */
const tickLabel = (value: number, unit: ChartUnit): string =>
  unit === 'percent' ? `${String(value).replace('-', '−')}%` : CHART_UNITS[unit].short(value);
