import { useLayoutEffect, useRef, useState } from 'react';
import type { RowEvents } from './table-row.tsx';

/** One object for the life of the table whose functions always run the newest version. */
export function useLatest(events: RowEvents): RowEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const [stable] = useState<RowEvents>(() => ({
    onPress: (...args) => latest.current.onPress(...args),
    onOpen: (...args) => latest.current.onOpen(...args),
    onToggle: (...args) => latest.current.onToggle(...args),
    onExpand: (...args) => latest.current.onExpand(...args),
    onMenu: (...args) => latest.current.onMenu(...args),
    onFocusInside: (...args) => latest.current.onFocusInside(...args),
    onLeave: (...args) => latest.current.onLeave(...args),
  }));
  return stable;
}
