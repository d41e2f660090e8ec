import { useState } from 'react';
import { type TimeSpan, toTimeSpan } from '../../../../machines/time-filter/index.ts';
import { useStore } from '../../lib/store.ts';
import { getNowUnixSeconds, reloads } from '../../state/moment.ts';
import { useTimeRange } from '../../state/time-filter.ts';

/**
 * In Unix seconds. A preset ends when it was chosen or reloaded, so that rows stay in place while one reads them.
 */
export function useStillSpan(): TimeSpan {
  const range = useTimeRange();
  const reload = useStore(reloads);
  const [shown, setShown] = useState(() => ({ range, reload, now: getNowUnixSeconds() }));
  if (shown.range !== range || shown.reload !== reload) setShown({ range, reload, now: getNowUnixSeconds() });
  return toTimeSpan(range, shown.now);
}
