import {
  formatByteRate,
  formatBytes,
  formatCount,
  formatEventRate,
  formatExact,
  formatFigure,
  formatPercent,
  MISSING,
} from '../../../lib/format.ts';

/** Percentages may be negative (growth). Levels are of one time, and are neither summed nor drawn as rates. */
export type ChartUnit = 'bytes' | 'events' | 'byteLevel' | 'eventLevel' | 'occurrences' | 'percent';

/** What amounts are drawn in. */
export type RateUnit = 'bytesPerSecond' | 'eventsPerSecond';

type Value = number | null | undefined;

type UnitRules = {
  /** Follows a column title, such as `Input (bytes)`. */
  noun: string;
  short: (value: Value) => string;
  exact: (value: Value) => string;
  hasTotal: boolean;
};

export const CHART_UNITS: Record<ChartUnit | RateUnit, UnitRules> = {
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
  byteLevel: {
    noun: 'bytes',
    short: (value) => formatFigure(formatBytes(value)),
    exact: formatExact,
    hasTotal: false,
  },
  eventLevel: {
    noun: 'events',
    short: (value) => formatFigure(formatCount(value)),
    exact: formatExact,
    hasTotal: false,
  },
  occurrences: {
    noun: 'occurrences',
    short: (value) => formatFigure(formatCount(value)),
    exact: formatExact,
    hasTotal: true,
  },
  bytesPerSecond: {
    noun: 'bytes per second',
    short: (value) => formatFigure(formatByteRate(value)),
    exact: formatExact,
    hasTotal: false,
  },
  eventsPerSecond: {
    noun: 'events per second',
    short: (value) => formatFigure(formatEventRate(value)),
    exact: formatExact,
    hasTotal: false,
  },
  percent: {
    noun: '%',
    short: (value) => formatFigure(formatPercent(value)),
    exact: (value) =>
      value === null || value === undefined ? MISSING : formatExact(Number(value.toFixed(2))),
    hasTotal: false,
  },
};
