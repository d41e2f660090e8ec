import { createStore } from '../lib/store.ts';
import { windowFocus } from '../lib/window-focus.ts';

export const getNowUnixSeconds = (): number => Math.floor(Date.now() / 1000);

/** How far a new figure may lag; older moments are moved for all. */
const NEW_WITHIN_SECONDS = 6;

/** Shared range end of figures with the same refresh interval. */
export type Moment = {
  readonly refreshMs: number | false;
  /** Unix seconds. */
  get: () => number;
  move: () => void;
  /** Without notifying listeners. */
  renew: () => void;
  watch: (listener: () => void) => () => void;
};

const moments = new Map<number | false, Moment>();

const isFresh = (unixSeconds: number): boolean =>
  Math.abs(getNowUnixSeconds() - unixSeconds) <= NEW_WITHIN_SECONDS;

/** The newest displayed moment; undefined if all are too old. */
const findFresh = (): number | undefined =>
  [...moments.values()]
    .map((moment) => moment.get())
    .filter(isFresh)
    .sort((a, b) => b - a)[0];

function createMoment(refreshMs: number | false): Moment {
  // Figures that learn their interval from the first answer are then not requested twice.
  let now = findFresh() ?? getNowUnixSeconds();
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  const renew = () => {
    now = getNowUnixSeconds();
  };
  const move = () => {
    renew();
    for (const listener of [...listeners]) listener();
  };
  const follow = () => {
    const moveFocused = () => {
      if (windowFocus.get()) move();
    };
    const timer = refreshMs === false ? undefined : setInterval(moveFocused, refreshMs);
    const leave = windowFocus.subscribe(moveFocused);
    return () => {
      clearInterval(timer);
      leave();
    };
  };
  return {
    refreshMs,
    get: () => now,
    move,
    renew,
    watch: (listener) => {
      stop ??= follow();
      listeners.add(listener);
      // Earlier figures may be of an older moment.
      for (const other of [...listeners]) if (other !== listener) other();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** One moment for all figures refreshed every `refreshMs`, so that neighbors agree. */
export function getMoment(refreshMs: number | false): Moment {
  const moment = moments.get(refreshMs) ?? createMoment(refreshMs);
  moments.set(refreshMs, moment);
  if (!isFresh(moment.get())) moment.renew();
  return moment;
}

/** Number of full reloads, for what reacts to nothing else. */
export const reloads = createStore(0);

/** Reloads all figures. */
export const moveMoments = (): void => {
  reloads.set(reloads.get() + 1);
  for (const moment of moments.values()) moment.move();
};
