import type { OpenBucket } from '../../charts/rates.ts';
import type { ChartPoint, ChartSeries, ChartTexture } from '../../charts/types.ts';
import type { FlowSeries, Series, ThreeSeries } from '../../contract/entities/analytics.ts';
import type { FormerPeriod } from './analytics/former-period.ts';

type Coverage = ThreeSeries['coverage'];

/** No value at the end if a disconnected engine has not reported. */
export function toChartPoints({ timeSeriesTuple }: Series, coverage?: Coverage): ChartPoint[] {
  const points: ChartPoint[] = timeSeriesTuple.map((point) => ({
    time: point.unixTimeSeconds * 1000,
    value: point.value,
  }));
  const last = points.at(-1);
  if (!last || coverage?.countedUntilUnixTimeSeconds === undefined) return points;
  const step = coverage.resolutionSeconds * 1000;
  const end = coverage.endUnixTimeSeconds * 1000 - step;
  return end >= last.time + 2 * step ? [...points, { time: end, value: null }] : points;
}

/** Shown only if not zero. */
const listUnwanted = (series: ChartSeries[]): ChartSeries[] =>
  series.filter(({ points }) => points.some(({ value }) => value !== null && value > 0));

export const buildVolumeSeries = ({ coverage, ...series }: ThreeSeries): ChartSeries[] => [
  { id: 'input', label: 'Input', tone: 'in', points: toChartPoints(series.inputDataSeries, coverage) },
  {
    id: 'output',
    label: 'Output',
    tone: 'out',
    area: true,
    points: toChartPoints(series.outputDataSeries, coverage),
  },
  {
    id: 'dropped',
    label: 'Dropped by rule',
    tone: 'drop',
    points: toChartPoints(series.droppedDataSeries, coverage),
  },
  ...listUnwanted([
    {
      id: 'dead',
      label: 'Dead letters',
      tone: 'dead',
      points: toChartPoints(series.deadLetterDataSeries, coverage),
    },
    { id: 'lost', label: 'Lost', tone: 'lost', points: toChartPoints(series.lostDataSeries, coverage) },
  ]),
];

/** New waiting data per point; a decrease counts as zero. */
const toGrowth = (points: readonly ChartPoint[]): ChartPoint[] =>
  points.map(({ time, value }, at) => ({
    time,
    value: value === null ? null : Math.max(0, value - (points[at - 1]?.value ?? value)),
  }));

const TEXTURES: Record<string, ChartTexture> = { waiting: 'bars', dropped: 'hatch', dead: 'dots' };

/** Share of a point's highest input; less is normal transit. */
const WAITS_FROM = 0.1;

const findHighest = ({ timeSeriesTuple }: Series): number =>
  Math.max(0, ...timeSeriesTuple.map(({ value }) => value));

/** Stacked outcomes of the input, below its line. */
export function buildFateSeries(series: ThreeSeries): ChartSeries[] {
  const [input, output, ...others] = buildVolumeSeries(series);
  const waits = findHighest(series.waitingDataSeries) > WAITS_FROM * findHighest(series.inputDataSeries);
  const waiting = waits
    ? buildWaitingSeries(series).map((one) => ({ ...one, points: toGrowth(one.points) }))
    : [];
  const fates: ChartSeries[] = [...(output ? [output] : []), ...listUnwanted(waiting), ...others].map(
    (one) => ({
      ...one,
      area: false,
      isStacked: true,
      ...(TEXTURES[one.id] ? { texture: TEXTURES[one.id] } : {}),
    }),
  );
  return input ? [input, ...fates] : fates;
}

/** A level at the end of each point. */
export const buildWaitingSeries = ({ waitingDataSeries, coverage }: ThreeSeries): ChartSeries[] => [
  {
    id: 'waiting',
    label: 'Waiting',
    tone: 'fourth',
    area: true,
    points: toChartPoints(waitingDataSeries, coverage),
  },
];

/** No value for a bucket without input or deliveries. */
export function buildOptimizationSeries(series: FlowSeries): ChartSeries[] {
  const saved = new Map(
    series.percentDataOptimisedSeries.timeSeriesTuple.map((point) => [point.unixTimeSeconds, point.value]),
  );
  const points = toChartPoints(series.inputDataSeries, series.coverage).map(({ time }) => ({
    time,
    value: saved.get(time / 1000) ?? null,
  }));
  return [{ id: 'optimization', label: 'Optimization', tone: 'out', area: true, points }];
}

/** The bucket in progress when the answer arrived at `nowMs`, and how far it was counted. */
export const findOpenBucket = (series: ThreeSeries, nowMs: number): OpenBucket | undefined =>
  findOpenPoint(series.coverage, series.inputDataSeries, nowMs);

export function findOpenPoint(coverage: Coverage, series: Series, nowMs: number): OpenBucket | undefined {
  const counted = coverage.countedUntilUnixTimeSeconds;
  const last = series.timeSeriesTuple.at(-1);
  const until = counted === undefined ? nowMs : counted * 1000;
  if (!last || (last.unixTimeSeconds + coverage.resolutionSeconds) * 1000 <= until) return undefined;
  const since = last.unixTimeSeconds * 1000;
  return { since, until: Math.max(since, until) };
}

/** Adds the previous period's input, shifted to the present, scaled to the current point length. */
export function addFormerInput(
  series: ChartSeries[],
  { coverage }: ThreeSeries,
  former: ThreeSeries | undefined,
  { name, lengthSeconds }: FormerPeriod,
): ChartSeries[] {
  const before = former?.inputDataSeries.timeSeriesTuple ?? [];
  if (!former || !before.some(({ value }) => value > 0)) return series;
  const { resolutionSeconds: seconds, startUnixTimeSeconds: from } = coverage;
  // Excludes the point in progress, drawn as a rate of its elapsed time.
  const to = coverage.countedUntilUnixTimeSeconds ?? coverage.endUnixTimeSeconds;
  const scale = Math.min(1, seconds / former.coverage.resolutionSeconds);
  const sums = new Map<number, number>();
  for (const { unixTimeSeconds, value } of before) {
    const at = Math.floor((unixTimeSeconds + lengthSeconds) / seconds) * seconds;
    if (at >= from && at + seconds <= to) sums.set(at, (sums.get(at) ?? 0) + value * scale);
  }
  const points = [...sums].map(([at, value]) => ({ time: at * 1000, value }));
  return [...series, { id: 'former', label: `Input, ${name}`, tone: 'former', points }];
}
