import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import { createActor } from 'xstate';
import {
  explainRefusedRange,
  formatRange,
  formatRangeLabel,
  formatStoredRange,
  parseRange,
  selectRange,
  type TimeRange,
  type TimeSpan,
  timeFilterMachine,
  toTimeSpan,
} from '../../../machines/time-filter/index.ts';
import { formatErrorText } from '../../contract/errors.ts';
import { formatDateTime } from '../lib/format.ts';
import { STORAGE_KEYS, storage } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { getMoment, getNowUnixSeconds, moveMoments } from './moment.ts';
import { notify } from './toasts.ts';

export { getNowUnixSeconds, moveMoments };

/** Changes are saved with a timestamp. */
export const timeFilterActor = createActor(timeFilterMachine, {
  input: { stored: storage.read(STORAGE_KEYS.timeFilter), nowUnixSeconds: getNowUnixSeconds() },
});
timeFilterActor.on('timeFilter.changed', ({ range }) =>
  storage.write(STORAGE_KEYS.timeFilter, formatStoredRange(range)),
);
timeFilterActor.start();

/** A text from a URL may be arbitrary. */
const REFUSED_TEXT_MAX = 60;

/** Explains which time range of a URL is refused, why, what is shown instead, and what to do. */
export function tellRefusedRange(text: string, problem: string | undefined, shown: TimeRange): void {
  const cut = text.length > REFUSED_TEXT_MAX ? `${text.slice(0, REFUSED_TEXT_MAX)}…` : text;
  const form = `'${cut}' is no time range; one is written 4h, or as two times in Unix seconds: 1763700000-1763703600.`;
  const message = formatErrorText({
    title: `Shown: ${formatTimeRangeTitle(shown)}, not the time range of the address`,
    causes: [problem ?? form],
    resolutions: [
      'Choose a time range on this screen, or correct the address.',
      'Older archived events are found by a query opened from Data, and sent again by a hydration.',
    ].slice(0, problem === undefined ? 1 : 2),
  });
  notify({ message, status: 'warning' });
}

/** Takes the URL form. A refusal is explained, and the range stays. */
export function selectTimeRange(text: string): void {
  const now = getNowUnixSeconds();
  const range = parseRange(text, now);
  if (text === formatRange(getTimeRange())) return;
  if (!range) tellRefusedRange(text, explainRefusedRange(text, now), getTimeRange());
  else if (range.kind === 'preset') timeFilterActor.send({ type: 'preset.picked', preset: range.preset });
  else timeFilterActor.send({ type: 'range.selected', start: range.start, end: range.end, now });
}

export const getTimeRange = (): TimeRange => selectRange(timeFilterActor.getSnapshot());

export const useTimeRange = (): TimeRange => useSelector(timeFilterActor, selectRange);

/**
 * In Unix seconds. A preset ends at the figures' moment (`getMoment`): it moves every `refreshMs` while the
 * window has focus, and at once on focus, range change or refresh. False disables the interval. `fixed` is
 * for screens without the time filter.
 */
export function useTimeSpan(refreshMs: number | false = 60_000, fixed?: TimeRange): TimeSpan {
  const inForce = useTimeRange();
  const [moment, setMoment] = useState(() => getMoment(refreshMs));
  if (moment.refreshMs !== refreshMs) setMoment(getMoment(refreshMs));
  return toTimeSpan(fixed ?? inForce, useSyncExternalStore(moment.watch, moment.get));
}

/** `20 Nov 14:00`; seconds and year only where needed. */
function formatShortDateTime(unixSeconds: number): string {
  const at = new Date(unixSeconds * 1000);
  const text = formatDateTime(at);
  return at.getSeconds() === 0 ? text.slice(0, -3) : text;
}

/** `Last 1 hour`, or from and to, without a repeated date. */
export const formatTimeRangeTitle = (range: TimeRange): string => {
  if (range.kind === 'preset') return `Last ${formatRangeLabel(range, formatShortDateTime)}`;
  const [start, end] = [formatShortDateTime(range.start), formatShortDateTime(range.end)];
  const isOneDay = new Date(range.start * 1000).toDateString() === new Date(range.end * 1000).toDateString();
  return `${start} to ${isOneDay ? end.split(' ').at(-1) : end}`;
};

export const isTimePanelOpen = createStore(false);

/** Custom Range focuses From. */
export function openTimePanel(at: 'presets' | 'custom' = 'presets'): void {
  if (at === 'custom') timeFilterActor.send({ type: 'custom.opened' });
  isTimePanelOpen.set(true);
}

/** Restores the range from before the pickers were opened. */
export function closeTimePanel(): void {
  timeFilterActor.send({ type: 'custom.closed' });
  isTimePanelOpen.set(false);
}
timeFilterActor.on('timeFilter.changed', () => {
  moveMoments();
  isTimePanelOpen.set(false);
});

export const resetTimeRange = (): void => timeFilterActor.send({ type: 'filter.reset' });
