import { cut, tone } from '../../../../styles/text.css.ts';
import type { Fleet } from '../../../contract/entities/fleet.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';

import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { getFleetLook } from './looks.ts';

export const fleetColumns: readonly Column<Fleet>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(120px, 2fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className={cut} style={{ fontWeight: 500 }}>
        {name}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '148px',
    shownFrom: 480,
    saysItself: true,
    sortable: true,
    value: (fleet) => getFleetLook(fleet).label,
    cell: (fleet) => <StatusBadge {...getFleetLook(fleet)} />,
  },
  {
    id: 'agents',
    header: 'Agents',
    width: '84px',
    align: 'end',
    sortable: true,
    value: ({ agentCount }) => agentCount,
    cell: ({ agentCount }) => agentCount,
  },
  {
    id: 'configuration',
    header: 'Configuration',
    width: 'minmax(140px, 2fr)',
    shownFrom: 560,
    sortable: true,
    value: ({ configuration }) => formatAssigned(configuration),
    cell: ({ configuration }) =>
      configuration === null ? (
        <Missing />
      ) : (
        <span className={`${cut} ${tone.text2}`}>{formatAssigned(configuration)}</span>
      ),
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '110px',
    shownFrom: 760,
    isMinor: true,
    sortable: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <span title={formatDateTime(updatedAt)}>{formatAge(updatedAt)}</span>,
  },
];

const [nameColumn, statusColumn] = fleetColumns;

/** Beside an opened fleet. */
export const narrowFleetColumns: readonly Column<Fleet>[] =
  nameColumn && statusColumn
    ? [
        { ...nameColumn, width: 'minmax(76px, 1fr)' },
        { ...statusColumn, width: '116px' },
      ]
    : fleetColumns;
