export type Kept<T> = {
  last(key: string): T | undefined;
  /**
   * Loads unless fresh; concurrent callers share one load, and briefly its failure.
   * @param freshMs shorter, for a value that may have changed
   */
  read(key: string, load: () => Promise<T>, freshMs?: number): Promise<T>;
};

/** Keeps every request from asking a provider that does not answer. */
const FAILURE_MS = 1000;

/** Caches an identity provider's data, so that anonymous requests cause few of ours. */
export function createKept<T>(usualFreshMs: number, steady = () => performance.now()): Kept<T> {
  let known: { key: string; value: T; at: number } | undefined;
  let last: { key: string; result: Promise<T>; endedAt: number } | undefined;
  return {
    last: (key) => (known?.key === key ? known.value : undefined),
    read: (key, load, freshMs = usualFreshMs) => {
      if (known?.key === key && steady() - known.at < freshMs) return Promise.resolve(known.value);
      if (last?.key === key && steady() - last.endedAt < FAILURE_MS) return last.result;
      const at = steady();
      const result = load();
      const loading = { key, result, endedAt: Number.POSITIVE_INFINITY };
      last = loading;
      result.then(
        (value) => {
          known = { key, value, at };
          if (last === loading) last = undefined;
        },
        () => {
          loading.endedAt = steady();
        },
      );
      return result;
    },
  };
}
