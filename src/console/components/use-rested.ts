import { useEffect, useState } from 'react';

/** Longer than from one repeat of a held key to the next. */
const REST_MS = 200;

/** The value at once after a rest. While it goes on changing, as under a held key, the first one until it rests. */
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
