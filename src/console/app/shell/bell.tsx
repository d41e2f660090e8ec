import { BADGE_MAX, POLL_NOTIFICATIONS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { CountMark } from '../../components/widgets/status/count-mark.tsx';
import { paths } from '../../lib/paths.ts';
import { useShownLocation } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { createFollowHandler, RailTip } from './rail.tsx';
import * as css from './sidebar.css.ts';

export function Bell() {
  const { site } = useSites();
  const { path } = useShownLocation();
  const { keys } = useCommand('go.notifications');
  const { data } = useCall(
    'getNotificationErrorSummary',
    { query: { siteIds: site ? [site.id] : [] } },
    { enabled: site !== undefined, poll: POLL_NOTIFICATIONS_MS, keepPrevious: true, isSuppressed: true },
  );
  const count = Number(data?.errorSummary.unreadCount ?? 0);
  const name = count === 0 ? 'Events' : `Events, ${count} unread ${count === 1 ? 'error' : 'errors'}`;
  const to = paths.notifications();
  const link = (
    <a
      href={to}
      className={css.entry}
      aria-current={path.startsWith('/events') ? 'page' : undefined}
      onClick={createFollowHandler(to)}
    >
      <span className={css.entryIcon}>
        <Icon name={count === 0 ? 'bell' : 'bellRing'} />
      </span>
      <span className={css.entryLabel}>Events</span>
      <span className={css.entryMark}>
        <CountMark count={count} what="unread error" most={BADGE_MAX} />
      </span>
      {keys && (
        <span className={css.entryKeys}>
          <KeySequence binding={keys} variant="ghost" decorative />
        </span>
      )}
    </a>
  );
  return <RailTip text={name} {...(keys ? { keys } : {})} link={link} />;
}
