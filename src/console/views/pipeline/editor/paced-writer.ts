export type PacedWriter = {
  /** Schedules a write within the interval. */
  note: () => void;
  /** Writes pending changes at once. */
  flush: () => void;
  /** Discards pending changes. */
  drop: () => void;
};

/**
 * Writes the first change at once and later ones at most every `everyMs` milliseconds. Not a debounce, so
 * that constant changes are written too. A change that comes when the write is due writes in its own task, as
 * browsers run keys before timers.
 */
export function createPacedWriter(write: () => void, everyMs: number): PacedWriter {
  let dueAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const writeNow = () => {
    drop();
    dueAt = performance.now() + everyMs;
    write();
  };
  return {
    note: () => {
      const wait = dueAt - performance.now();
      if (timer === undefined) timer = setTimeout(writeNow, Math.max(0, wait));
      else if (wait <= 0) writeNow();
    },
    flush: () => {
      if (timer !== undefined) writeNow();
    },
    drop,
  };
}
