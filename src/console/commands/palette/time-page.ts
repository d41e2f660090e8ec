import {
  findRangeProblem,
  formatRange,
  parseRange,
  parseTimeWords,
  TIME_PRESETS,
  TIME_RANGE_MESSAGES,
  type TimeRange,
  toTimeSpan,
} from '../../../../machines/time-filter/index.ts';
import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { formatTimeRangeTitle, getNowUnixSeconds, getTimeRange } from '../../state/time-filter.ts';

export type TimeRow = {
  id: string;
  section: 'Reads as' | 'Presets';
  title: string;
  detail: string;
  text: string;
  refusal?: string;
  /** Digit that selects this row when typed alone. */
  digit?: string;
  /** The typed text matches this row exactly, wherever it is in the list. */
  isMeant?: true;
  isCurrent?: true;
  /** Id of the command to run instead. */
  leadsTo?: string;
};

/** A digit alone selects a row; with more text it starts a range such as `15 min` or `2026-11-01`. */
export const TIME_PAGE_HINT = 'Row by number; type on for words';

const formatDuration = (seconds: number): string => {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .slice(0, 2)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(' ') || '0 s'
  );
};

const getUtcOffsetMinutes = (): number => -new Date().getTimezoneOffset();

export function readTimeText(
  text: string,
  now = getNowUnixSeconds(),
): { range: TimeRange; error?: undefined } | { range?: undefined; error: string } {
  const range = parseRange(text.trim(), now);
  return range ? { range } : parseTimeWords(text, now, getUtcOffsetMinutes());
}

const formatResolution = (seconds: number): string =>
  `one point every ${formatDuration(chartResolutionSeconds(seconds))}`;

const listPresetRows = (current: string): TimeRow[] =>
  TIME_PRESETS.map((preset, index) => ({
    id: `preset:${preset.id}`,
    section: 'Presets',
    title: `Last ${preset.label}`,
    detail: formatResolution(preset.seconds),
    text: preset.id,
    digit: String(index + 1),
    ...(preset.id === current ? { isCurrent: true } : {}),
  }));

const toCustomRow = (current: string): TimeRow => ({
  id: 'custom',
  section: 'Presets',
  title: 'Custom Range…',
  detail: 'From and To in a calendar',
  text: '',
  digit: String(TIME_PRESETS.length + 1),
  leadsTo: 'time.custom',
  ...(TIME_PRESETS.some(({ id }) => id === current) ? {} : { isCurrent: true }),
});

/** The parsed text first, then the matching presets. */
export function listTimeRows(
  query: string,
  now = getNowUnixSeconds(),
  current: TimeRange = getTimeRange(),
): TimeRow[] {
  const currentText = formatRange(current);
  const presets = listPresetRows(currentText);
  const all = [...presets, toCustomRow(currentText)];
  const typed = query.trim().toLowerCase();
  if (typed === '') return all;
  // A digit followed by a space starts words.
  if (all.some((row) => row.digit === query))
    return all.map((row): TimeRow => (row.digit === query ? { ...row, isMeant: true } : row));
  const read = readTimeText(query, now);
  const fitting = all.filter((row) => row.title.toLowerCase().includes(typed) || row.text.startsWith(typed));
  if (!read.range) {
    const isRule = Object.values(TIME_RANGE_MESSAGES).some((message) => message === read.error);
    const refused: TimeRow = {
      id: 'typed',
      section: 'Reads as',
      title: query,
      detail: '',
      text: query,
      refusal: read.error,
    };
    return isRule || fitting.length === 0 ? [refused, ...fitting] : fitting;
  }
  const span = toTimeSpan(read.range, now);
  const seconds = span.end - span.start;
  const row: TimeRow = {
    id: 'typed',
    section: 'Reads as',
    title: formatTimeRangeTitle(read.range),
    detail: `${formatDuration(seconds)}, ${formatResolution(seconds)}`,
    text: formatRange(read.range),
    ...(read.range.kind === 'custom' ? checkSpan(span, now) : {}),
  };
  return [row, ...fitting.filter((preset) => preset.text !== row.text)];
}

const checkSpan = (span: { start: number; end: number }, now: number): { refusal?: string } => {
  const problem = findRangeProblem(span.start, span.end, now);
  return problem ? { refusal: problem } : {};
};
