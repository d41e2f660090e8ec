import { useCall } from '../../api/use-call.ts';
import { toRecordChanges } from '../../components/record-changes/record-changes.ts';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { formatMinute } from '../../lib/format.ts';
import * as css from './rule.css.ts';

type Line = { label: string; before?: string | undefined; after?: string | undefined };

/** `condition.threshold: 80 to 60`; channels are shown by id, which says nothing. */
function formatLine({ label, before, after }: Line): string {
  if (label === 'channelIds') return 'channels';
  const name = label.replace(/^condition\./, '');
  if (before === undefined) return `${name}: ${after ?? ''}`;
  return after === undefined ? `${name}: no longer ${before}` : `${name}: ${before} to ${after}`;
}

export function RuleHistory({ id, revision }: { id: string; revision: number }) {
  const { data, error, refetch } = useCall(
    'listAlertRuleHistory',
    { path: { alertRuleId: id }, query: { revision } },
    { isSuppressed: true, keepPrevious: true },
  );
  if (error)
    return (
      <ErrorPanel
        title="Its history could not be read"
        cause={error.message}
        onRetry={() => void refetch()}
      />
    );
  return (
    <section className={css.history} aria-label="History" aria-busy={data === undefined || undefined}>
      <h3 className={css.trialTitle}>History</h3>
      {data?.entries.length === 0 && (
        <p className={css.note}>Nobody has changed it: it is as the site began with it.</p>
      )}
      <ol className={css.historyList}>
        {(data?.entries ?? []).map(({ sequence, at, userName, keyName, changes }) => {
          const [change] = toRecordChanges(changes);
          const did = change?.kind === 'added' ? 'created it' : 'changed';
          const lines = change?.kind === 'changed' ? change.lines.map(formatLine).join('; ') : '';
          return (
            <li key={sequence}>
              <span className={css.firingTime}>{formatMinute(new Date(at))}</span> {userName}
              {keyName === '' ? '' : ` by the key ${keyName}`} {did} {lines}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
