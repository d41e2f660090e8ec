import { chartResolutionSeconds, DAY_SECONDS, TIME_FILTER_MAX_DAYS } from '../../src/contract/limits.ts';

/** Spans in seconds, in menu order. */
export const TIME_PRESETS = [
  { id: '5min', label: '5 mins', seconds: 300 },
  { id: '15min', label: '15 mins', seconds: 900 },
  { id: '1h', label: '1 hour', seconds: 3600 },
  { id: '4h', label: '4 hours', seconds: 14_400 },
  { id: '12h', label: '12 hours', seconds: 43_200 },
  { id: '1d', label: '1 day', seconds: DAY_SECONDS },
  { id: '7d', label: '7 days', seconds: 7 * DAY_SECONDS },
  { id: '60d', label: '60 days', seconds: 60 * DAY_SECONDS },
] as const;
export type TimePreset = (typeof TIME_PRESETS)[number]['id'];

/** A preset means "until now" at each query; a custom range is fixed, in unix seconds. */
export type TimeRange =
  | { kind: 'preset'; preset: TimePreset }
  | { kind: 'custom'; start: number; end: number };

export type TimeSpan = { start: number; end: number };

export const DEFAULT_TIME_RANGE: TimeRange = { kind: 'preset', preset: '1h' };
export const TIME_FILTER_MAX_SECONDS = TIME_FILTER_MAX_DAYS * DAY_SECONDS;

export const TIME_RANGE_MESSAGES = {
  required: 'Please select Start and End date-time.',
  startPast: 'Please select Start date-time before current time.',
  endPast: 'Please select End date-time before current time.',
  order: 'End date-time cannot be before or equal to Start date-time.',
  span: 'Duration between Start and End date-time cannot exceed 60 days.',
  kept: 'Please select Start date-time within the last 60 days; older figures are not kept.',
} as const;

/** The first point of a 60-day chart may begin earlier. */
const KEPT_SLACK_SECONDS = chartResolutionSeconds(TIME_FILTER_MAX_SECONDS);

/** The first problem of a custom range; undefined when valid. */
export function findRangeProblem(
  start: number | undefined,
  end: number | undefined,
  nowUnixSeconds: number,
): string | undefined {
  if (start === undefined || end === undefined) return TIME_RANGE_MESSAGES.required;
  if (start >= nowUnixSeconds) return TIME_RANGE_MESSAGES.startPast;
  if (end > nowUnixSeconds) return TIME_RANGE_MESSAGES.endPast;
  if (end <= start) return TIME_RANGE_MESSAGES.order;
  if (end - start > TIME_FILTER_MAX_SECONDS) return TIME_RANGE_MESSAGES.span;
  const isKept = start >= nowUnixSeconds - TIME_FILTER_MAX_SECONDS - KEPT_SLACK_SECONDS;
  return isKept ? undefined : TIME_RANGE_MESSAGES.kept;
}

const findPreset = (id: string) => TIME_PRESETS.find((preset) => preset.id === id);

/** Unix seconds. */
export function toTimeSpan(range: TimeRange, nowUnixSeconds: number): TimeSpan {
  if (range.kind === 'custom') return { start: range.start, end: range.end };
  return { start: nowUnixSeconds - (findPreset(range.preset)?.seconds ?? 3600), end: nowUnixSeconds };
}

/** `1h`, or start and end joined by a hyphen. */
export const formatRange = (range: TimeRange): string =>
  range.kind === 'preset' ? range.preset : `${range.start}-${range.end}`;

function readSpan(text: string): TimeSpan | undefined {
  const [, start, end] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? [];
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Undefined when the text is not a valid range now. */
export function parseRange(text: string, nowUnixSeconds: number): TimeRange | undefined {
  const preset = findPreset(text);
  if (preset) return { kind: 'preset', preset: preset.id };
  const span = readSpan(text);
  const isValid = span && findRangeProblem(span.start, span.end, nowUnixSeconds) === undefined;
  return isValid ? { kind: 'custom', ...span } : undefined;
}

/** Why two times joined by a hyphen are refused; undefined for a valid range, and for other text. */
export function explainRefusedRange(text: string, nowUnixSeconds: number): string | undefined {
  const span = readSpan(text);
  return span && findRangeProblem(span.start, span.end, nowUnixSeconds);
}

/** Version of the stored format; other values are ignored. */
export const TIME_FILTER_STAMP = '1';

export const formatStoredRange = (range: TimeRange): string =>
  JSON.stringify({ stamp: TIME_FILTER_STAMP, value: formatRange(range) });

/** The default when missing, of another format, or invalid. */
export function parseStoredRange(stored: string | undefined, nowUnixSeconds: number): TimeRange {
  if (stored === undefined) return DEFAULT_TIME_RANGE;
  try {
    const read: unknown = JSON.parse(stored);
    if (typeof read !== 'object' || read === null || !('stamp' in read) || !('value' in read)) {
      return DEFAULT_TIME_RANGE;
    }
    if (read.stamp !== TIME_FILTER_STAMP || typeof read.value !== 'string') return DEFAULT_TIME_RANGE;
    return parseRange(read.value, nowUnixSeconds) ?? DEFAULT_TIME_RANGE;
  } catch {
    return DEFAULT_TIME_RANGE;
  }
}

export const computePickerLimits = (nowUnixSeconds: number): TimeSpan => ({
  start: nowUnixSeconds - TIME_FILTER_MAX_SECONDS,
  end: nowUnixSeconds,
});
