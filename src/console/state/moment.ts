import { createStore } from '../lib/store.ts';
import { windowFocus } from '../lib/window-focus.ts';

export const getNowUnixSeconds = (): number => Math.floor(Date.now() / 1000);

/** What a newly drawn figure may be behind; older moments are moved for all. */
const NEW_WITHIN_SECONDS = 6;

/** The moment of the figures that are refreshed alike. */
export type Moment = {
  readonly refreshMs: number | false;
  /** Unix seconds. */
  get: () => number;
  move: () => void;
  /** Without telling those that watch. */
  renew: () => void;
  watch: (listener: () => void) => () => void;
};

const moments = new Map<number | false, Moment>();

const isFresh = (unixSeconds: number): boolean =>
  Math.abs(getNowUnixSeconds() - unixSeconds) <= NEW_WITHIN_SECONDS;

/** The newest moment that is shown; undefined if all are too old. */
const findFresh = (): number | undefined =>
  [...moments.values()]
    .map((moment) => moment.get())
    .filter(isFresh)
    .sort((a, b) => b - a)[0];

function createMoment(refreshMs: number | false): Moment {
  // So that figures whose pace becomes known with their first answer are not asked for twice.
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
      // Those drawn before may be of an earlier moment.
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

/**
 * One moment for all figures that are refreshed every `refreshMs`, so that those beside each other agree,
 * whenever each of them was drawn first.
 */
export function getMoment(refreshMs: number | false): Moment {
  const moment = moments.get(refreshMs) ?? createMoment(refreshMs);
  moments.set(refreshMs, moment);
  if (!isFresh(moment.get())) moment.renew();
  return moment;
}

/** How often all was asked for anew, for what moves at nothing else. */
export const reloads = createStore(0);

/** Asks for all figures anew. */
export const moveMoments = (): void => {
  reloads.set(reloads.get() + 1);
  for (const moment of moments.values()) moment.move();
};
