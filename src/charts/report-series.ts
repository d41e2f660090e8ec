import type { ReportChart } from '../contract/entities/report-document.ts';
import type { ChartUnit } from './chart-unit.ts';
import type { ChartPoint, ChartSeries, ChartTone } from './types.ts';

/** Failures are counted; the rest has an amount or a dashboard's number. */
const TONES: Record<ReportChart['unit'], readonly [ChartTone, ...ChartTone[]]> = {
  bytes: ['in', 'out', 'drop', 'fourth', 'dead'],
  count: ['lost', 'drop'],
  number: ['out', 'in', 'fourth', 'drop'],
};

export const REPORT_UNITS = {
  bytes: 'bytes',
  count: 'occurrences',
  number: 'number',
} as const satisfies Record<ReportChart['unit'], ChartUnit>;

export function getReportLook(unit: ReportChart['unit'], index: number) {
  const tones = TONES[unit];
  return {
    tone: tones[index % tones.length] ?? tones[0],
    variant: Math.floor(index / tones.length),
  };
}

export function toReportSeries({ series, unit, resolutionSeconds }: ReportChart): ChartSeries[] {
  return series.map(({ name, points }, index) => {
    const all: ChartPoint[] = points.map(({ unixTimeSeconds, value }) => ({
      time: unixTimeSeconds * 1000,
      value,
    }));
    const [only] = all;
    // A lone point would not show its time span.
    if (only && all.length === 1) all.unshift({ time: only.time - resolutionSeconds * 1000, value: null });
    return { id: String(index), label: name, ...getReportLook(unit, index), points: all };
  });
}
