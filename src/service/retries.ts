const FIRST_MS = 1000;
const MAX_MS = 60_000;

/** Retries after a second, doubling up to a minute. */
export type Retries = {
  schedule(id: string, work: () => void): void;
  has(id: string): boolean;
  forget(id: string): void;
  stop(): void;
};

export function createRetries(): Retries {
  const waiting = new Map<string, { delayMs: number; timer: NodeJS.Timeout }>();
  const forget = (id: string) => {
    clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
  };
  return {
    forget,
    has: (id) => waiting.has(id),
    schedule(id, work) {
      const previous = waiting.get(id);
      clearTimeout(previous?.timer);
      const delayMs = Math.min(previous ? previous.delayMs * 2 : FIRST_MS, MAX_MS);
      const timer = setTimeout(work, delayMs);
      timer.unref();
      waiting.set(id, { delayMs, timer });
    },
    stop() {
      for (const id of [...waiting.keys()]) forget(id);
    },
  };
}
