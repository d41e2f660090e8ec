import {
  formatBytes,
  formatCount,
  formatExact,
  formatFigure,
  formatPercent,
  MISSING,
} from '../../../lib/format.ts';

/** Percentages may be negative (growth). */
export type ChartUnit = 'bytes' | 'events' | 'percent';

type Value = number | null | undefined;

type UnitRules = {
  /** Follows a column title, such as `Input (bytes)`. */
  noun: string;
  short: (value: Value) => string;
  exact: (value: Value) => string;
  hasTotal: boolean;
};

export const CHART_UNITS: Record<ChartUnit, UnitRules> = {
  bytes: {
    noun: 'bytes',
    short: (value) => formatFigure(formatBytes(value)),
    exact: formatExact,
    hasTotal: true,
  },
  events: {
    noun: 'events',
    short: (value) => formatFigure(formatCount(value)),
    exact: formatExact,
    hasTotal: true,
  },
  percent: {
    noun: '%',
    short: (value) => formatFigure(formatPercent(value)),
    exact: (value) =>
      value === null || value === undefined ? MISSING : formatExact(Number(value.toFixed(2))),
    hasTotal: false,
  },
};
