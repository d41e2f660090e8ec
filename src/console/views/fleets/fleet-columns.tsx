import type { Fleet } from '../../../contract/entities/fleet.ts';

import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { getFleetLook } from './looks.ts';
import { createAssignedColumn, createNameColumn, createUpdatedColumn } from './shared-columns.tsx';

export const fleetColumns: readonly Column<Fleet>[] = [
  createNameColumn(),
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
  createAssignedColumn('minmax(140px, 2fr)', 560),
  createUpdatedColumn(760),
];

const [nameColumn, statusColumn] = fleetColumns;

/** Shown beside an open fleet. */
export const narrowFleetColumns: readonly Column<Fleet>[] =
  nameColumn && statusColumn
    ? [
        { ...nameColumn, width: 'minmax(76px, 1fr)' },
        { ...statusColumn, width: '116px' },
      ]
    : fleetColumns;
