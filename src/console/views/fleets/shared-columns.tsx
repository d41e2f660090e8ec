import { cut, tone } from '../../../../styles/text.css.ts';
import { formatAssigned } from '../../../contract/fleet-words.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';

/** Configuration run by agents and fleets. */
export const createAssignedColumn = <Row extends { configuration: Parameters<typeof formatAssigned>[0] }>(
  width: string,
  shownFrom: number,
): Column<Row> => ({
  id: 'configuration',
  header: 'Configuration',
  width,
  shownFrom,
  sortable: true,
  value: ({ configuration }) => formatAssigned(configuration),
  cell: ({ configuration }) =>
    configuration === null ? (
      <Missing />
    ) : (
      <span className={`${cut} ${tone.text2}`}>{formatAssigned(configuration)}</span>
    ),
});

export const createNameColumn = <Row extends { name: string }>(): Column<Row> => ({
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
});

export const createUpdatedColumn = <Row extends { updatedAt: string }>(shownFrom: number): Column<Row> => ({
  id: 'updated',
  header: 'Updated',
  width: '110px',
  shownFrom,
  isMinor: true,
  sortable: true,
  value: ({ updatedAt }) => updatedAt,
  cell: ({ updatedAt }) => <span title={formatDateTime(updatedAt)}>{formatAge(updatedAt)}</span>,
});
