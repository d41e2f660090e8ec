import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
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
  if (text === rangeToText(selectRange(timeFilterActor.getSnapshot()))) return;
  if (range?.kind === 'preset') timeFilterActor.send({ type: 'preset.picked', preset: range.preset });
  else if (range) timeFilterActor.send({ type: 'range.selected', start: range.start, end: range.end, now });
}

export const useTimeRange = (): TimeRange => useSelector(timeFilterActor, selectRange);

/**
 * The span to query, in Unix seconds. A preset ends now: the span moves on every `refreshMs` while the
 * window has the focus, and at once when the range changes or `refresh` is called.
 */
export function useTimeSpan(refreshMs = 60_000): TimeSpan & { refresh: () => void } {
  const range = useTimeRange();
  const [shown, setShown] = useState(() => ({ range, now: nowUnixSeconds() }));
  if (shown.range !== range) setShown({ range, now: nowUnixSeconds() });
  const refresh = useCallback(() => setShown((former) => ({ ...former, now: nowUnixSeconds() })), []);
  useEffect(() => {
    if (range.kind === 'custom') return;
    const move = () => document.visibilityState === 'visible' && refresh();
    const timer = setInterval(move, refreshMs);
    document.addEventListener('visibilitychange', move);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', move);
    };
  }, [range, refreshMs, refresh]);
  return { ...spanOf(range, shown.now), refresh };
}

const dateTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `Last 1 hour`, or from and to. */
export const timeRangeTitle = (range: TimeRange): string => {
  const label = rangeLabel(range, (unixSeconds) => dateTime.format(unixSeconds * 1000));
  return range.kind === 'preset' ? `Last ${label}` : label;
};
