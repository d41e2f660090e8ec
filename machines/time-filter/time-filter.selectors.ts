import type { SnapshotFrom } from 'xstate';
import type { timeFilterMachine } from './time-filter.machine.ts';
import {
  DEFAULT_TIME_RANGE,
  formatRange,
  TIME_PRESETS,
  TIME_RANGE_MESSAGES,
  type TimeRange,
} from './time-range.ts';

export type TimeFilterSnapshot = SnapshotFrom<typeof timeFilterMachine>;

export const selectRange = (snapshot: TimeFilterSnapshot): TimeRange => snapshot.context.range;
export const selectIsPicking = (snapshot: TimeFilterSnapshot): boolean => snapshot.matches('picking');

export type TimeFilterProblem = { end: 'from' | 'to'; text: string };

/** The message and the picker to focus. */
export function selectProblem({ context }: TimeFilterSnapshot): TimeFilterProblem | undefined {
  const { message: text, from } = context;
  if (text === undefined) return undefined;
  const isAboutFrom =
    text === TIME_RANGE_MESSAGES.startPast ||
    text === TIME_RANGE_MESSAGES.kept ||
    (text === TIME_RANGE_MESSAGES.required && from === undefined);
  return { end: isAboutFrom ? 'from' : 'to', text };
}

export const selectIsDefault = (snapshot: TimeFilterSnapshot): boolean =>
  formatRange(snapshot.context.range) === formatRange(DEFAULT_TIME_RANGE);

/** `1 hour`, or both ends formatted by `formatTime`. */
export function formatRangeLabel(range: TimeRange, formatTime: (unixSeconds: number) => string): string {
  if (range.kind === 'custom') return `${formatTime(range.start)} to ${formatTime(range.end)}`;
  return TIME_PRESETS.find((preset) => preset.id === range.preset)?.label ?? range.preset;
}
