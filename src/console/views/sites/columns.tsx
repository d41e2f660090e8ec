import { cut } from '../../../../styles/text.css.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { SITE_LABELS } from '../../../contract/entities/site-form.ts';
import { ENGINE_LOOKS } from '../../components/engine-look.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { STATUS_LOOKS, VENDOR_LABELS } from './looks.ts';

const GIT_COLUMN: Column<Site> = {
  id: 'git',
  header: 'Git',
  width: '140px',
  shownFrom: 670,
  sortable: true,
  value: ({ managedByGit }) => (managedByGit ? SITE_LABELS.managedByGit : ''),
  cell: ({ managedByGit, git }) =>
    managedByGit ? (
      <span className={cut} title={git?.repo}>
        {SITE_LABELS.managedByGit}
      </span>
    ) : (
      <Missing />
    ),
};

const COLUMNS: readonly Column<Site>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(140px, 1.2fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className={cut} style={{ fontWeight: 500 }}>
        {name}
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(120px, 1.6fr)',
    shownFrom: 1020,
    value: ({ description }) => description,
    cell: ({ description }) =>
      description === '' ? <Missing /> : <span className={cut}>{description}</span>,
  },
  {
    id: 'vendor',
    header: 'Vendor',
    width: '120px',
    shownFrom: 790,
    sortable: true,
    value: ({ vendor }) => VENDOR_LABELS[vendor],
    cell: ({ vendor }) => VENDOR_LABELS[vendor],
  },
  {
    id: 'status',
    header: 'Status',
    width: '110px',
    shownFrom: 530,
    sortable: true,
    value: ({ status }) => STATUS_LOOKS[status].label,
    cell: ({ status }) => <StatusBadge {...STATUS_LOOKS[status]} />,
  },
  {
    id: 'engine',
    header: 'Engine',
    width: '130px',
    sortable: true,
    value: ({ engineState }) => ENGINE_LOOKS[engineState].label,
    cell: ({ engineState }) => <StatusBadge {...ENGINE_LOOKS[engineState]} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '110px',
    shownFrom: 900,
    sortable: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <span title={formatDateTime(updatedAt)}>{formatAge(updatedAt)}</span>,
  },
];

const UPDATED = COLUMNS.length - 1;
const WITH_GIT = COLUMNS.toSpliced(UPDATED, 0, GIT_COLUMN);

/** The Git column needs its feature flag. */
export const getSiteColumns = (withGit: boolean): readonly Column<Site>[] => (withGit ? WITH_GIT : COLUMNS);
