import { defineModel } from '../model.ts';
import { timeFilterMachine } from './time-filter.machine.ts';
import { rangeToText, TIME_FILTER_MAX_SECONDS } from './time-range.ts';

/** The present of the model, in unix seconds; a view or browser test sets its clock to it. */
export const MODEL_NOW = 1_780_000_000;
const HOUR = 3600;

/** Picker values: two good ones, one too long ago for the span, one in the future. */
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

/** Drivers: the preset menu, the pickers with Apply and close, a drag on a chart, Reset. */
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
    `${String(value)} ${rangeToText(context.range)} ${name(context.from)}..${name(context.to)} ${context.message ?? ''}`.trim(),
});
