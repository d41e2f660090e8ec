import { defineModel } from '../model.ts';
import { timeFilterMachine } from './time-filter.machine.ts';
import { DEFAULT_TIME_RANGE, formatRange, TIME_FILTER_MAX_SECONDS } from './time-range.ts';

/** Unix seconds; view and browser tests set their clock to it. */
export const MODEL_NOW = 1_780_000_000;
const HOUR = 3600;

export const MODEL_FROM = MODEL_NOW - 2 * HOUR;
export const MODEL_TO = MODEL_NOW - HOUR;
const LONG_AGO = MODEL_NOW - TIME_FILTER_MAX_SECONDS - 2 * HOUR;
const FUTURE = MODEL_NOW + HOUR;

const name = (unixSeconds: number | undefined): string => {
  if (unixSeconds === undefined) return '-';
  return unixSeconds === MODEL_FROM
    ? 'from'
    : unixSeconds === MODEL_TO
      ? 'to'
      : unixSeconds > MODEL_NOW
        ? 'future'
        : 'old';
};

export const timeFilterModel = defineModel({
  name: 'time filter',
  machine: timeFilterMachine,
  input: { nowUnixSeconds: MODEL_NOW },
  vocabulary: [
    { type: 'preset.picked', preset: '4h' },
    { type: 'custom.opened' },
    { type: 'from.set', unixSeconds: MODEL_FROM },
    { type: 'from.set', unixSeconds: MODEL_TO },
    { type: 'from.set', unixSeconds: LONG_AGO },
    { type: 'from.set', unixSeconds: FUTURE },
    { type: 'to.set', unixSeconds: MODEL_FROM },
    { type: 'to.set', unixSeconds: MODEL_TO },
    { type: 'to.set', unixSeconds: FUTURE },
    { type: 'custom.applied', now: MODEL_NOW },
    { type: 'custom.closed' },
    { type: 'range.selected', start: MODEL_FROM, end: MODEL_TO, now: MODEL_NOW },
    { type: 'filter.reset' },
  ],
  key: ({ value, context }) =>
    `${String(value)} ${formatRange(context.range)} ${name(context.from)}..${name(context.to)} ${context.message ?? ''}`.trim(),
});

/**
 * Smaller model for screens, where steps are slow: every message and every way in and out, but From is always
 * set before To, starting from the default range.
 */
export const timeFilterScreenModel = defineModel({
  ...timeFilterModel,
  vocabulary: timeFilterModel.vocabulary.filter(
    (event) => event.type !== 'from.set' || event.unixSeconds !== MODEL_TO,
  ),
  explore: ({ value, context: { range, from, to, message } }, event) => {
    const isDefault = formatRange(range) === formatRange(DEFAULT_TIME_RANGE);
    if (event.type === 'from.set')
      return isDefault && (message === undefined ? from === undefined : event.unixSeconds === MODEL_FROM);
    if (event.type === 'to.set')
      return (
        isDefault &&
        (message === undefined ? from !== undefined && to === undefined : event.unixSeconds === MODEL_TO)
      );
    const isStarted =
      value === 'picking' && (from !== undefined || to !== undefined || message !== undefined);
    return !isStarted || event.type === 'custom.applied' || event.type === 'custom.closed';
  },
});
