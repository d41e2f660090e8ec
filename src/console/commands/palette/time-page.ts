import {
  parseTimeWords,
  rangeFromText,
  rangeProblem,
  rangeToText,
  spanOf,
  TIME_PRESETS,
  TIME_RANGE_MESSAGES,
  type TimeRange,
} from '../../../../machines/time-filter/index.ts';
import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { nowUnixSeconds, timeRangeTitle } from '../../actors/time-filter.ts';

export type TimeRow = {
  id: string;
  section: 'Reads as' | 'Presets';
  title: string;
  detail: string;
  /** What is put in the field when the row is taken; it reads as this very range. */
  text: string;
  refusal?: string;
};

const durationText = (seconds: number): string => {
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

const utcOffsetMinutes = (): number => -new Date().getTimezoneOffset();

/** Reads what was typed: an address form or words. */
export function readTimeText(
  text: string,
  now = nowUnixSeconds(),
): { range: TimeRange; error?: undefined } | { range?: undefined; error: string } {
  const range = rangeFromText(text.trim(), now);
  return range ? { range } : parseTimeWords(text, now, utcOffsetMinutes());
}

const everyText = (seconds: number): string =>
  `one point every ${durationText(chartResolutionSeconds(seconds))}`;

const presetRows = (): TimeRow[] =>
  TIME_PRESETS.map((preset) => ({
    id: `preset:${preset.id}`,
    section: 'Presets',
    title: `Last ${preset.label}`,
    detail: everyText(preset.seconds),
    text: preset.id,
  }));

/** Rows of the time page: how the words read, then the presets that fit them. */
export function timeRows(query: string, now = nowUnixSeconds()): TimeRow[] {
  const presets = presetRows();
  const typed = query.trim().toLowerCase();
  if (typed === '') return presets;
  const read = readTimeText(query, now);
  const fitting = presets.filter(
    (row) => row.title.toLowerCase().includes(typed) || row.text.startsWith(typed),
  );
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
  const span = spanOf(read.range, now);
  const seconds = span.end - span.start;
  const row: TimeRow = {
    id: 'typed',
    section: 'Reads as',
    title: timeRangeTitle(read.range),
    detail: `${durationText(seconds)}, ${everyText(seconds)}`,
    text: rangeToText(read.range),
    ...(read.range.kind === 'custom' ? refusalOf(span, now) : {}),
  };
  return [row, ...fitting.filter((preset) => preset.text !== row.text)];
}

const refusalOf = (span: { start: number; end: number }, now: number): { refusal?: string } => {
  const problem = rangeProblem(span.start, span.end, now);
  return problem ? { refusal: problem } : {};
};
