export type ChartPoint = { /** Milliseconds since 1970. */ time: number; value: number | null };

export type ChartTone = 'in' | 'out' | 'drop' | 'fourth';

export type ChartSeries = { id: string; label: string; tone: ChartTone; points: readonly ChartPoint[] };

/** Colour and dash of each series: told apart without colour too. */
export const SERIES_LOOK: Record<ChartTone, { stroke: string; dash: string }> = {
  in: { stroke: 'var(--d-in)', dash: '' },
  out: { stroke: 'var(--d-out)', dash: '6 3' },
  drop: { stroke: 'var(--d-drop)', dash: '2 3' },
  fourth: { stroke: 'var(--d-4)', dash: '8 3 2 3' },
};

/** All times of all series, in order. */
export const timesOf = (series: readonly ChartSeries[]): number[] =>
  [...new Set(series.flatMap((one) => one.points.map((point) => point.time)))].sort((a, b) => a - b);

export const valueAt = (series: ChartSeries, time: number): number | null =>
  series.points.find((point) => point.time === time)?.value ?? null;

/** Nothing to draw: no point, or none with a value. */
export const isEmptyChart = (series: readonly ChartSeries[]): boolean =>
  series.every((one) => one.points.every((point) => point.value === null));

type FormatValue = (value: number | null) => string;

/** One sentence per series, for those who do not see the lines. */
export function chartSummary(series: readonly ChartSeries[], format: FormatValue): string {
  return series
    .map((one) => {
      const values = one.points.map((point) => point.value).filter((value) => value !== null);
      if (values.length === 0) return `${one.label}: no data.`;
      const [low, high, last] = [Math.min(...values), Math.max(...values), values.at(-1) ?? null];
      return `${one.label}: lowest ${format(low)}, highest ${format(high)}, last ${format(last)}.`;
    })
    .join(' ');
}
