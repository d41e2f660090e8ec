import { useEffect, useState } from 'react';

const SETTLE_MS = 400;

/** Debounced; the first value at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
