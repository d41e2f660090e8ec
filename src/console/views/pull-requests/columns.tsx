import { cut, quietLink, tone } from '../../../../styles/text.css.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatDateTime } from '../../lib/format.ts';
import * as css from './pull-requests.css.ts';
import { formatChanged, formatProviderNumber, getRequestLook, getRequestTitle } from './request-look.ts';

const formatTime = (time: string) => formatDateTime(new Date(time));

const AT_PROVIDER: Column<Changeset> = {
  id: 'provider',
  header: 'At provider',
  width: '124px',
  sortable: true,
  shownFrom: 860,
  value: formatProviderNumber,
  cell: (row) =>
    row.url === undefined ? (
      <span className={tone.text3}>—</span>
    ) : (
      <a href={row.url} className={quietLink} target="_blank" rel="noreferrer" tabIndex={-1}>
        {formatProviderNumber(row)}
      </a>
    ),
};

const COLUMNS: readonly Column<Changeset>[] = [
  {
    id: 'status',
    header: 'Status',
    width: '104px',
    sortable: true,
    value: (row) => getRequestLook(row).label,
    cell: (row) => <StatusBadge {...getRequestLook(row)} />,
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(140px, 5fr)',
    sortable: true,
    value: getRequestTitle,
    cell: (row) => <span className={row.status === 'OPEN' ? css.open : cut}>{getRequestTitle(row)}</span>,
  },
  {
    id: 'changes',
    header: 'Changes',
    width: 'minmax(100px, 3fr)',
    sortable: true,
    shownFrom: 460,
    value: formatChanged,
    cell: (row) => <span className={cut}>{formatChanged(row)}</span>,
  },
  {
    id: 'author',
    header: 'Author',
    width: 'minmax(100px, 2fr)',
    sortable: true,
    shownFrom: 780,
    value: (row) => row.createdBy,
    cell: (row) => <span className={`${cut} ${tone.text3}`}>{row.createdBy}</span>,
  },
  {
    id: 'created',
    header: 'Created',
    width: '142px',
    sortable: true,
    shownFrom: 980,
    value: (row) => row.createdAt,
    text: (row) => formatTime(row.createdAt),
    cell: (row) => <span className={css.time}>{formatTime(row.createdAt)}</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '142px',
    sortable: true,
    shownFrom: 600,
    value: (row) => row.updatedAt,
    text: (row) => formatTime(row.updatedAt),
    cell: (row) => <span className={css.time}>{formatTime(row.updatedAt)}</span>,
  },
];

const WITH_PROVIDER = [...COLUMNS.slice(0, 3), AT_PROVIDER, ...COLUMNS.slice(3)];

/** With the provider's column if any request has one. */
export const getRequestColumns = (requests: readonly Changeset[]): readonly Column<Changeset>[] =>
  requests.some(({ url }) => url !== undefined) ? WITH_PROVIDER : COLUMNS;
