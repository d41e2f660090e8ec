import { rowTight } from '../../../../styles/layout.css.ts';
import { cut, tone } from '../../../../styles/text.css.ts';
import { isActive } from '../../../contract/entities/node.ts';
import { type Connection, type ConnectionKind, KINDS } from '../../components/connection-form/kinds.ts';
import { Tooltip } from '../../components/widgets/actions/tooltip.tsx';
import { LossMark } from '../../components/widgets/status/loss-mark.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatByteRate, formatBytes, formatCount } from '../../lib/format.ts';
import * as css from './connections.css.ts';
import { PipelineLinks } from './PipelineLinks.tsx';
import type { ConnectionRow } from './use-connections.ts';

/** Active after the first event, waiting before it, inactive when switched off. */
export function ConnectionStatus({ row: { connection, lastAlive, trouble } }: { row: ConnectionRow }) {
  if (connection.status !== 'ACTIVE') return <StatusBadge label="Inactive" shape="paused" tone="text2" />;
  const mark = trouble && (
    <Tooltip text={trouble.reason}>
      <span>
        <StatusBadge {...trouble.look} />
      </span>
    </Tooltip>
  );
  if (trouble?.isUnknown || !isActive({ ...connection, lastAlive }))
    return mark ?? <StatusBadge label="No data yet" shape="dashed" tone="text3" />;
  return (
    <span className={css.status}>
      <StatusBadge label="Active" shape="check" tone="ok" note={mark ? undefined : formatAge(lastAlive)} />
      {mark}
    </span>
  );
}

function describeStatus({ connection, lastAlive, trouble }: ConnectionRow): string {
  if (connection.status !== 'ACTIVE') return 'Inactive';
  const isAlready = !trouble?.isUnknown && isActive({ ...connection, lastAlive });
  return [isAlready && 'Active', trouble?.look.label ?? (!isAlready && 'No data yet')]
    .filter(Boolean)
    .join(', ');
}

const ArchivalState = ({ connection }: { connection: Connection }) => {
  if (!connection.archivalEnabled) return <Missing />;
  const isFailing = 'archival' in connection && connection.archival?.problem !== undefined;
  return isFailing ? <span className={tone.err}>Not written</span> : 'On';
};

const Volume = ({ row: { amount, unit, bytesPerSecond } }: { row: ConnectionRow }) => (
  <span className={css.volume}>
    {bytesPerSecond !== undefined && bytesPerSecond > 0 && (
      <span className={css.rate}>
        <Figure figure={formatByteRate(bytesPerSecond)} />
      </span>
    )}
    <span className={css.total}>
      <Figure figure={unit === 'bytes' ? formatBytes(amount) : formatCount(amount)} />
    </span>
  </span>
);

export const createConnectionColumns = (kind: ConnectionKind): readonly Column<ConnectionRow>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(130px, 1.6fr)',
    sortable: true,
    value: (row) => row.connection.name,
    cell: (row) => <span style={{ fontWeight: 500 }}>{row.connection.name}</span>,
  },
  {
    id: 'type',
    header: 'Type',
    width: 'minmax(96px, 1fr)',
    shownFrom: 600,
    sortable: true,
    value: (row) => row.connection.templateName,
    cell: (row) => (
      <span className={rowTight}>
        <span className={cut}>{row.connection.templateName}</span>
        <LossMark reasons={row.lossReasons} look="quiet" />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(148px, 1fr)',
    sortable: true,
    value: describeStatus,
    cell: (row) => <ConnectionStatus row={row} />,
  },
  {
    ...KINDS[kind].dataColumn,
    width: 'minmax(104px, 196px)',
    shownFrom: 500,
    align: 'end',
    sortable: true,
    value: (row) => row.amount,
    cell: (row) => <Volume row={row} />,
  },
  {
    id: 'archival',
    header: 'Archival',
    width: '84px',
    shownFrom: 830,
    isMinor: true,
    value: (row) => (row.connection.archivalEnabled ? 'On' : undefined),
    cell: ({ connection }) => <ArchivalState connection={connection} />,
  },
  {
    id: 'pipelines',
    header: 'Pipelines',
    width: 'minmax(110px, 1.4fr)',
    shownFrom: 740,
    sortable: true,
    value: (row) => row.pipelines[0]?.name,
    text: (row) => row.pipelines.map(({ name }) => name).join(', '),
    cell: (row) => <PipelineLinks pipelines={row.pipelines} />,
  },
];
