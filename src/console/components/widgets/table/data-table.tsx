import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DrawnTable, type ReadRows } from './drawn-table.tsx';
import type { DataTableProps } from './types.ts';

/** Renders answers in time slices, so that many rows delay no key. */
function useDeferredRows<Row>(props: DataTableProps<Row>) {
  const { rows, loading = false, error, isOrderPending = false } = props;
  const read = useMemo<ReadRows<Row>>(
    () => ({ rows, loading, error, isOrderPending }),
    [rows, loading, error, isOrderPending],
  );
  const [awaited, setAwaited] = useState(read);
  const deferred = useDeferredValue(read);
  const drawn = awaited === read ? read : deferred;
  useLayoutEffect(() => {
    if (drawn === read) return;
    // A key refers to the requested rows, such as a search's, not those still shown.
    const draw = ({ target }: Event) =>
      target instanceof HTMLInputElement || flushSync(() => setAwaited(read));
    window.addEventListener('keydown', draw, true);
    return () => window.removeEventListener('keydown', draw, true);
  }, [drawn, read]);
  const isBehind = useRef(false);
  useLayoutEffect(() => {
    isBehind.current = drawn !== read;
  });
  return { drawn, isBehind };
}

/**
 * A grid with one tab stop. The current row or cell is the active descendant, so focus survives refresh,
 * sorting and scrolling. Keys: see `getGridAction`. With expandable rows it is a tree grid, because
 * `aria-expanded` on rows requires one (https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/).
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, loading: _loading, error: _error, isOrderPending: _isOrderPending, empty, ...others } = props;
  const read = useDeferredRows(props);
  // What is not shown is not handed on: made anew each time, it would draw the table again.
  return <DrawnTable {...others} {...read} empty={rows.length === 0 ? (empty ?? null) : undefined} />;
}
