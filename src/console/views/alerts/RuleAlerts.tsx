import { formatTarget } from '../../../contract/alerts/texts.ts';
import { POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatMinute } from '../../lib/format.ts';
import { formatAlertDuration, formatPeak, STATE_LOOKS } from './alert-look.ts';
import * as css from './rule.css.ts';

const SHOWN = 10;

export function RuleAlerts({ id, siteId }: { id: string; siteId: string }) {
  const { data, error, refetch } = useCall(
    'listAlertEvents',
    { query: { siteIds: [siteId], ruleIds: [id], 'pagination.limit': SHOWN } },
    { poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  if (error)
    return (
      <ErrorPanel title="Its alerts could not be read" cause={error.message} onRetry={() => void refetch()} />
    );
  const more = (data?.pagination.totalCount ?? 0) - SHOWN;
  return (
    <section className={css.history} aria-label="Alerts" aria-busy={data === undefined || undefined}>
      <h3 className={css.trialTitle}>Alerts</h3>
      {data?.events.length === 0 && <p className={css.note}>None yet.</p>}
      <ol className={css.firings}>
        {data?.events.map((event) => (
          <li key={event.id} className={css.firing}>
            <span className={css.firingTime}>{formatMinute(new Date(event.startedAt))}</span>
            <span>{formatAlertDuration(event, Date.now())}</span>
            <span className={css.firingName}>{formatTarget(event.target).replaceAll("'", '')}</span>
            <span className={css.firingPeak}>
              {[formatPeak(event.condition, event.peak), event.silence ? 'silenced' : '']
                .filter(Boolean)
                .join(', ')}
            </span>
            <StatusBadge {...STATE_LOOKS[event.state]} />
          </li>
        ))}
        {more > 0 && <li className={css.more}>and {counted(more, 'earlier alert')}</li>}
      </ol>
    </section>
  );
}
