import { useEffect, useState } from 'react';

/** Longer than a key's repeat interval. */
const REST_MS = 200;

/** The value, throttled while it keeps changing, as under a held key: the first one stays until it rests. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState({ value, isMoving: false });
  if (!rested.isMoving && rested.value !== value) setRested({ value, isMoving: true });
  const { isMoving } = rested;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setRested({ value, isMoving: false }), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isMoving]);
  return rested.value;
}
