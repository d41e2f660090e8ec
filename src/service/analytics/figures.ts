import type { Counters } from '../../engine/port.ts';
import type { CounterColumns } from '../store/schema.ts';
import { COUNTER_COLUMNS } from '../store/series.ts';

export const createFigures = (): CounterColumns => ({
  events_in: 0,
  events_out: 0,
  events_dropped: 0,
  events_created: 0,
  events_merged: 0,
  events_dead_letter: 0,
  bytes_in: 0,
  bytes_out: 0,
  bytes_dropped: 0,
  bytes_dead_letter: 0,
  events_waiting: 0,
  bytes_waiting: 0,
  raw_bytes: 0,
  errors: 0,
  objects_written: 0,
});

/** Without the backlog, a level that does not add up: see `computeWaitingChange`. */
export const toFigures = (counters: Counters): CounterColumns => ({
  events_in: counters.eventsIn,
  events_out: counters.eventsOut,
  events_dropped: counters.eventsDropped,
  events_created: counters.eventsCreated,
  events_merged: counters.eventsMerged,
  events_dead_letter: counters.eventsDeadLetter,
  bytes_in: counters.bytesIn,
  bytes_out: counters.bytesOut,
  // Missing from earlier engines.
  bytes_dropped: counters.bytesDropped ?? 0,
  bytes_dead_letter: counters.bytesDeadLetter ?? 0,
  events_waiting: 0,
  bytes_waiting: 0,
  raw_bytes: counters.rawBytes,
  errors: counters.errors,
  objects_written: counters.objectsWritten ?? 0,
});

/** Change of the backlog; the sum of all changes is the backlog, across engine restarts too. */
export const computeWaitingChange = (
  now: Pick<Counters, 'eventsBuffered' | 'bytesBuffered'>,
  before: CounterColumns,
): CounterColumns => ({
  ...createFigures(),
  events_waiting: now.eventsBuffered - before.events_waiting,
  bytes_waiting: (now.bytesBuffered ?? 0) - before.bytes_waiting,
});

export function addFigures(sum: CounterColumns, more: CounterColumns): CounterColumns {
  for (const name of COUNTER_COLUMNS) sum[name] += more[name];
  return sum;
}

export function negateFigures(figures: CounterColumns): CounterColumns {
  const negative = createFigures();
  for (const name of COUNTER_COLUMNS) negative[name] = 0 - figures[name];
  return negative;
}

/** A counter that fell restarted from zero. */
export function subtractFigures(now: CounterColumns, before: CounterColumns | undefined): CounterColumns {
  const began = !before || COUNTER_COLUMNS.some((name) => now[name] < before[name]);
  const difference = createFigures();
  for (const name of COUNTER_COLUMNS) difference[name] = began ? now[name] : now[name] - before[name];
  return difference;
}

export const isEmpty = (figures: CounterColumns): boolean =>
  COUNTER_COLUMNS.every((name) => figures[name] === 0);
