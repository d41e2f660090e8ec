import { Link } from 'wouter';
import { wrapCentered } from '../../../../styles/layout.css.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { CauseLines } from '../../components/widgets/feedback/cause-lines.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { isRead, type NotificationRow } from './columns.tsx';
import * as css from './events.css.ts';
import { findNotificationLink, formatCategory } from './notification-look.ts';

const formatNotificationTime = (time: string) => formatDateTime(new Date(time));

function formatTimes({ createdAt, lastAt, resolvedAt, state, count }: NotificationRow): string {
  const times = [`since ${formatNotificationTime(createdAt)}`];
  if (count > 1) times.push(`${count} times, last ${formatNotificationTime(lastAt)}`);
  if (state === 'RESOLVED') times.push(`ended ${formatNotificationTime(resolvedAt)}`);
  return times.join(', ');
}

export function NotificationDetails({ row }: { row: NotificationRow }) {
  const reason = parseErrorText(row.reason);
  const link = findNotificationLink(row);
  return (
    <div className={css.details}>
      <h2 className={css.title}>{row.message}</h2>
      {reason.title !== '' && <p className={css.text}>{reason.title}</p>}
      <CauseLines label="Possible Cause:" lines={reason.causes} />
      <CauseLines label="Resolution:" lines={reason.resolutions} />
      <div className={wrapCentered}>
        {!isRead(row) && (
          <CommandButton
            id="notifications.acknowledge"
            args={{ notification: row.id }}
            variant="primary"
            size="small"
          />
        )}
        {link && (
          <Link href={link.to} className={quietLink}>
            {link.label}
          </Link>
        )}
        <span className={css.when}>
          {formatCategory(row)}, {formatTimes(row)}
        </span>
      </div>
    </div>
  );
}
