import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { formatDateTime } from '../../lib/format.ts';
import * as css from './profile.css.ts';

/** Shortens a user agent string to `Firefox on Linux`. */
export function formatBrowserName(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Macintosh|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'macOS' };
  const found = [browser, system].filter((one) => one !== undefined).map((one) => names[one] ?? one);
  return found.length > 0 ? found.join(' on ') : 'Unknown browser';
}

/** Sessions of the user; other ones can be signed out. */
export function OpenSessions() {
  const { data, error, refetch } = useCall('listSessions', {}, { isSuppressed: true });
  if (error) {
    return (
      <ErrorPanel
        title="The sessions could not be read"
        cause={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  // There are no sessions while sign-in is off.
  if (!data || data.sessions.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="profile-sessions">
      <h2 id="profile-sessions" className={css.sectionTitle}>
        Your sessions
      </h2>
      <ul className={css.sessions}>
        {data.sessions.map(({ id, isCurrent, userAgent, provider, createdAt }) => (
          <li key={id} className={css.session}>
            <span>
              {formatBrowserName(userAgent)}
              {isCurrent && ', this one'}
              <span className={css.sessionFacts}>
                since {formatDateTime(createdAt)}
                {provider === 'fallback' && ', by the fallback code'}
              </span>
            </span>
            {!isCurrent && <CommandButton id="session.end" args={{ id }} size="small" label="End session" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
