import { figureText, formatBytes, formatCount, formatExact, formatPercent, MISSING } from '../format.ts';

/** What the values of a chart are. Percentages may be negative: growth. */
export type ChartUnit = 'bytes' | 'events' | 'percent';

type Value = number | null | undefined;

type UnitRules = {
  /** After a title of a column, for instance `Input (bytes)`. */
  noun: string;
  /** Short: axis, tooltip, labels. */
  short: (value: Value) => string;
  /** The number itself: table. */
  exact: (value: Value) => string;
  /** Buckets add up to a total. */
  hasTotal: boolean;
};

export const CHART_UNITS: Record<ChartUnit, UnitRules> = {
  bytes: {
    noun: 'bytes',
    short: (value) => figureText(formatBytes(value)),
    exact: formatExact,
    hasTotal: true,
  },
  events: {
    noun: 'events',
    short: (value) => figureText(formatCount(value)),
    exact: formatExact,
    hasTotal: true,
  },
  percent: {
    noun: '%',
    short: (value) => figureText(formatPercent(value)),
    exact: (value) =>
      value === null || value === undefined ? MISSING : formatExact(Number(value.toFixed(2))),
    hasTotal: false,
  },
};
