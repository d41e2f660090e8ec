import { visuallyHidden } from '../../../../styles/text.css.ts';
import { POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { useSites } from '../../state/sites.ts';

export default function AlertMark() {
  const { site } = useSites();
  const { data } = useCall(
    'countAlertEvents',
    { query: { siteId: site?.id ?? '', acknowledgeState: 'unacknowledged' } },
    { enabled: site !== undefined, poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  const count = Number(data?.alertEventCount ?? 0);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true">
        <CountBadge count={count} tone="warn" />
      </span>
      <span className={visuallyHidden}>, {counted(count, 'unacknowledged alert')}</span>
    </>
  );
}
