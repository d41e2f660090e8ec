import { useEffect, useState } from 'react';
import { DAY_SECONDS, MINUTE_SECONDS, POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { CountMark } from '../../components/widgets/status/count-mark.tsx';
import { windowFocus } from '../../lib/window-focus.ts';
import { unacknowledgedErrors } from '../../state/error-count.ts';
import { useSites } from '../../state/sites.ts';

/** The last 24 hours, rounded up to the minute: [start, end) in Unix seconds. */
const computeLastDay = () => {
  const end = Math.floor(Date.now() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS + MINUTE_SECONDS;
  return {
    'timeRange.startUnixTimeSeconds': end - DAY_SECONDS,
    'timeRange.endUnixTimeSeconds': end,
  };
};

export default function ErrorMark() {
  const { site } = useSites();
  const [range, setRange] = useState(computeLastDay);
  useEffect(() => {
    const move = () => windowFocus.get() && setRange(computeLastDay());
    const timer = setInterval(move, POLL_ANALYTICS_MS);
    const unfollow = windowFocus.subscribe(move);
    return () => {
      unfollow();
      clearInterval(timer);
    };
  }, []);
  const { data } = useCall(
    'countPipelineErrors',
    {
      query: {
        siteId: site?.id ?? '',
        acknowledgeState: 'UNACKNOWLEDGED',
        ...range,
      },
    },
    { enabled: site !== undefined, keepPrevious: true, isSuppressed: true },
  );
  const count = Number(data?.count ?? 0);
  useEffect(() => unacknowledgedErrors.set(count), [count]);
  return <CountMark count={count} what="unacknowledged error" of="the last 24 hours" />;
}
