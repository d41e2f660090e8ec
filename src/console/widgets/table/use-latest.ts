import { useLayoutEffect, useRef, useState } from 'react';
import type { RowEvents } from './table-row.tsx';

/** One object for the life of the table whose functions always run the newest version. */
export function useLatest(events: RowEvents): RowEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const [stable] = useState<RowEvents>(() => ({
    onPoint: (index) => latest.current.onPoint(index),
    onPress: (index, isOwnPress) => latest.current.onPress(index, isOwnPress),
    onOpen: (index) => latest.current.onOpen(index),
    onToggle: (index) => latest.current.onToggle(index),
  }));
  return stable;
}
