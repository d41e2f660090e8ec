import { BADGE_MAX, POLL_NOTIFICATIONS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { formatAriaKeyShortcuts } from '../../lib/key-text.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import * as css from './bell.css.ts';

export default function Bell() {
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
  return (
    <a
      href={to}
      className={css.bell}
      aria-label={name}
      title={name}
      aria-current={path.startsWith('/events') ? 'page' : undefined}
      aria-keyshortcuts={keys ? formatAriaKeyShortcuts(keys) : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(to);
      }}
    >
      <Icon name={count === 0 ? 'bell' : 'bellRing'} size="s" />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
        </span>
      )}
    </a>
  );
}
