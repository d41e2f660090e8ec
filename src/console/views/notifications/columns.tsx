import { cut, tone } from '../../../../styles/text.css.ts';
import { ACKNOWLEDGED, type Notification } from '../../../contract/entities/notification.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import * as css from './events.css.ts';
import {
  CATEGORY_NAMES,
  formatCategory,
  SEVERITY_LOOKS,
  STATE_LOOKS,
  SUB_CATEGORY_NAMES,
} from './notification-look.ts';

/** `isBusy` while its acknowledgment is pending. */
export type NotificationRow = Notification & { isBusy: boolean };

export const isRead = ({ ackValue }: Notification): boolean => ackValue === ACKNOWLEDGED;

const formatNotificationTime = (time: string) => formatDateTime(new Date(time));
const readText = (row: NotificationRow) => (row.isBusy ? 'Acknowledging…' : isRead(row) ? 'Read' : 'Unread');

/** The message comes first; a window of 1024 px still shows the state, and the details show the rest. */
export const columns: readonly Column<NotificationRow>[] = [
  {
    id: 'severity',
    header: 'Severity',
    width: '116px',
    sortable: true,
    value: (row) => SEVERITY_LOOKS[row.severity].label,
    cell: (row) => <StatusBadge {...SEVERITY_LOOKS[row.severity]} />,
  },
  {
    id: 'message',
    header: 'Message',
    width: 'minmax(140px, 6fr)',
    value: (row) => row.message,
    cell: (row) => <span className={isRead(row) ? cut : css.unread}>{row.message}</span>,
  },
  {
    id: 'last',
    header: 'Last',
    width: '142px',
    sortable: true,
    value: (row) => row.lastAt,
    text: (row) => formatNotificationTime(row.lastAt),
    cell: (row) => <span className={css.time}>{formatNotificationTime(row.lastAt)}</span>,
  },
  {
    id: 'count',
    header: 'Count',
    width: '52px',
    shownFrom: 860,
    align: 'end',
    sortable: true,
    value: (row) => row.count,
    cell: (row) => <Figure figure={formatCount(row.count)} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '96px',
    sortable: true,
    value: (row) => STATE_LOOKS[row.state].label,
    cell: (row) => <StatusBadge {...STATE_LOOKS[row.state]} />,
  },
  {
    id: 'read',
    header: 'Read',
    width: '72px',
    sortable: true,
    value: readText,
    cell: (row) => <span className={isRead(row) ? tone.text3 : undefined}>{readText(row)}</span>,
  },
  {
    id: 'category',
    header: 'Category',
    width: 'minmax(112px, 2.4fr)',
    shownFrom: 1000,
    sortable: true,
    value: formatCategory,
    cell: (row) => (
      <span className={cut}>
        {CATEGORY_NAMES[row.category]}
        <span className={tone.text3}>, {SUB_CATEGORY_NAMES[row.subCategory].toLowerCase()}</span>
      </span>
    ),
  },
];
