/** One read value, by what it was read for. */
export type Kept<T> = {
  /** Also when it is old. */
  last(key: string): T | undefined;
  /**
   * Loads unless the value is fresh; whoever asks meanwhile shares one load, and its failure for a moment.
   * @param freshMs shorter than usual, for a value that may have changed
   */
  read(key: string, load: () => Promise<T>, freshMs?: number): Promise<T>;
};

/** So that a provider that does not answer is not asked by every request. */
const FAILURE_MS = 1000;

/** Keeps what is read from an identity provider, so that requests of anyone cause few of ours. */
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
