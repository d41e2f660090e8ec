import { focusManager } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { createActor } from 'xstate';
import {
  rangeFromText,
  rangeLabel,
  rangeToText,
  selectRange,
  spanOf,
  storedFromRange,
  type TimeRange,
  type TimeSpan,
  timeFilterMachine,
} from '../../../machines/time-filter/index.ts';
import { createStore, useStore } from '../commands/store.ts';
import { formatDateTime } from '../widgets/format.ts';
import { STORAGE_KEYS, storage } from './storage.ts';

export const nowUnixSeconds = (): number => Math.floor(Date.now() / 1000);

/** The one time filter of the console (E8); what changes is stored with its stamp. */
export const timeFilterActor = createActor(timeFilterMachine, {
  input: { stored: storage.read(STORAGE_KEYS.timeFilter), nowUnixSeconds: nowUnixSeconds() },
});
timeFilterActor.on('timeFilter.changed', ({ range }) =>
  storage.write(STORAGE_KEYS.timeFilter, storedFromRange(range)),
);
timeFilterActor.start();

/** Takes a range in address form (`1h`, `1763700000-1763703600`); one that is not valid changes nothing. */
export function selectTimeRange(text: string): void {
  const now = nowUnixSeconds();
  const range = rangeFromText(text, now);
  if (text === rangeToText(rangeInForce())) return;
  if (range?.kind === 'preset') timeFilterActor.send({ type: 'preset.picked', preset: range.preset });
  else if (range) timeFilterActor.send({ type: 'range.selected', start: range.start, end: range.end, now });
}

export const rangeInForce = (): TimeRange => selectRange(timeFilterActor.getSnapshot());

export const useTimeRange = (): TimeRange => useSelector(timeFilterActor, selectRange);

/** Counts how often someone asked for everything anew. */
const refreshes = createStore(0);

/** Presets end now: every span on screen moves on at once. */
export const moveTimeSpans = (): void => refreshes.set(refreshes.get() + 1);

/**
 * The span to query, in Unix seconds. A preset ends now: the span moves on every `refreshMs` while the
 * window has the focus (R7-89), and at once when it gets the focus, the range changes or everything is asked for
 * anew. False lets it stand between these. `fixed` is that of a screen without the time filter.
 */
export function useTimeSpan(refreshMs: number | false = 60_000, fixed?: TimeRange): TimeSpan {
  const inForce = useTimeRange();
  const range = fixed ?? inForce;
  const asked = useStore(refreshes);
  const [shown, setShown] = useState(() => ({ range, asked, now: nowUnixSeconds() }));
  if (shown.range !== range || shown.asked !== asked) setShown({ range, asked, now: nowUnixSeconds() });
  useEffect(() => {
    if (range.kind === 'custom') return;
    const move = () => {
      if (focusManager.isFocused()) setShown((former) => ({ ...former, now: nowUnixSeconds() }));
    };
    const timer = refreshMs === false ? undefined : setInterval(move, refreshMs);
    const stop = focusManager.subscribe(move);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [range, refreshMs]);
  return spanOf(range, shown.now);
}

/** `20 Nov 14:00`, with seconds and year only where they say something. */
function shortDateTime(unixSeconds: number): string {
  const at = new Date(unixSeconds * 1000);
  const text = formatDateTime(at);
  return at.getSeconds() === 0 ? text.slice(0, -3) : text;
}

/** `Last 1 hour`, or from and to; an end on the day of the start is only a time. */
export const timeRangeTitle = (range: TimeRange): string => {
  if (range.kind === 'preset') return `Last ${rangeLabel(range, shortDateTime)}`;
  const [start, end] = [shortDateTime(range.start), shortDateTime(range.end)];
  const isOneDay = new Date(range.start * 1000).toDateString() === new Date(range.end * 1000).toDateString();
  return `${start} to ${isOneDay ? end.split(' ').at(-1) : end}`;
};

/** The popover of the time filter is on screen. */
export const isTimePanelOpen = createStore(false);

/** Opens the popover of the time filter, at its presets or at Custom Range with the focus in From. */
export function openTimePanel(at: 'presets' | 'custom' = 'presets'): void {
  if (at === 'custom') timeFilterActor.send({ type: 'custom.opened' });
  isTimePanelOpen.set(true);
}

/** Closes it without change: the range is the one from before the pickers were opened (E8). */
export function closeTimePanel(): void {
  timeFilterActor.send({ type: 'custom.closed' });
  isTimePanelOpen.set(false);
}
timeFilterActor.on('timeFilter.changed', () => isTimePanelOpen.set(false));

/** Back to the default range; what the command `time.reset` does. */
export const resetTimeRange = (): void => timeFilterActor.send({ type: 'filter.reset' });
