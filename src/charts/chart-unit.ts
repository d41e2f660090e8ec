import {
  formatByteRate,
  formatBytes,
  formatCount,
  formatDuration,
  formatEventRate,
  formatExact,
  formatFigure,
  formatPercent,
  MISSING,
} from '../contract/figures.ts';

export type RateUnit = 'bytesPerSecond' | 'eventsPerSecond';

/** Levels are neither summed nor drawn as rates. */
type LevelUnit = 'byteLevel' | 'eventLevel' | 'milliseconds' | 'seconds' | 'days' | 'state' | 'number';

/** Negative for growth. */
export type ChartUnit = 'bytes' | 'events' | 'occurrences' | 'percent' | LevelUnit | RateUnit;

type Value = number | null | undefined;

type UnitRules = {
  /** After a column title: `Input (bytes)`. */
  noun: string;
  short: (value: Value) => string;
  exact: (value: Value) => string;
  hasTotal: boolean;
};

const formatLevel =
  (unit: string) =>
  (value: Value): string =>
    value === null || value === undefined ? MISSING : `${formatExact(Number(value.toFixed(1)))}${unit}`;

function formatLatency(value: Value): string {
  if (value === null || value === undefined) return MISSING;
  if (value >= 60_000) return formatDuration(value);
  if (value >= 1000) return `${Number((value / 1000).toFixed(1))} s`;
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ms`;
}

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
  milliseconds: { noun: 'ms', short: formatLatency, exact: formatLevel(''), hasTotal: false },
  seconds: { noun: 'seconds', short: formatLevel(' s'), exact: formatLevel(''), hasTotal: false },
  days: { noun: 'days', short: formatLevel(' d'), exact: formatLevel(''), hasTotal: false },
  number: {
    noun: 'value',
    short: (value) => formatFigure(formatCount(value)),
    exact: formatExact,
    hasTotal: false,
  },
  state: {
    noun: '0 or 1',
    short: (value) => (value === null || value === undefined ? MISSING : value > 0 ? 'yes' : 'no'),
    exact: formatLevel(''),
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
