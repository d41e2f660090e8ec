import { cut, mono, tone } from '../../../../styles/text.css.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatLabels } from '../../../contract/entities/fleet-labels.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatDateTime, formatEventRate, formatFigure } from '../../lib/format.ts';
import { AGENT_LOOKS } from './looks.ts';
import { createAssignedColumn } from './shared-columns.tsx';

const createTextColumn = (
  id: 'name' | 'platform' | 'version' | 'fleetName',
  header: string,
  width: string,
  shownFrom: number,
): Column<Agent> => ({
  id,
  header,
  width,
  shownFrom,
  sortable: true,
  value: (agent) => agent[id],
  cell: (agent) =>
    agent[id] === '' ? <Missing /> : <span className={`${cut} ${tone.text2}`}>{agent[id]}</span>,
});

const statusColumn: Column<Agent> = {
  id: 'status',
  header: 'Status',
  width: '132px',
  saysItself: true,
  sortable: true,
  value: ({ status }) => AGENT_LOOKS[status].label,
  cell: ({ status }) => <StatusBadge {...AGENT_LOOKS[status]} />,
};

/** Shown beside an open agent. */
export const narrowAgentColumns: readonly Column<Agent>[] = [
  {
    id: 'agent',
    header: 'Agent',
    width: 'minmax(76px, 1fr)',
    sortable: true,
    value: formatAgentName,
    cell: (agent) => <span className={cut}>{agent.host || agent.name}</span>,
  },
  { ...statusColumn, width: '116px', shownFrom: 420 },
];

export const agentColumns: readonly Column<Agent>[] = [
  {
    id: 'host',
    header: 'Host',
    width: 'minmax(110px, 1.4fr)',
    sortable: true,
    value: ({ host, name }) => host || name,
    cell: ({ host, name }) => (
      <span className={cut} style={{ fontWeight: 500 }}>
        {host || name}
      </span>
    ),
  },
  createTextColumn('name', 'Name', 'minmax(110px, 1.4fr)', 420),
  statusColumn,
  createTextColumn('fleetName', 'Fleet', 'minmax(100px, 1fr)', 560),
  createAssignedColumn('minmax(130px, 1.4fr)', 860),
  {
    id: 'throughput',
    header: 'Throughput',
    width: '116px',
    shownFrom: 760,
    sortable: true,
    value: ({ throughput }) => throughput?.receivedPerSecond ?? -1,
    cell: ({ throughput }) => {
      const figure = formatEventRate(throughput?.receivedPerSecond);
      return figure === undefined ? (
        <Missing />
      ) : (
        <span title="Log records, spans and data points that its receivers took, between its two reports that came last">
          {formatFigure(figure)}
        </span>
      );
    },
  },
  {
    id: 'labels',
    header: 'Labels',
    width: 'minmax(110px, 1.2fr)',
    shownFrom: 1000,
    sortable: true,
    value: ({ labels }) => formatLabels(labels).join(' '),
    cell: ({ labels }) => {
      const shown = formatLabels(labels).join(' ');
      return shown === '' ? (
        <Missing />
      ) : (
        <span className={`${cut} ${tone.text2} ${mono}`} title={shown}>
          {shown}
        </span>
      );
    },
  },
  createTextColumn('platform', 'Platform', '112px', 1130),
  createTextColumn('version', 'Version', '92px', 900),
  {
    id: 'lastAlive',
    header: 'Last seen',
    width: '112px',
    shownFrom: 660,
    sortable: true,
    value: ({ lastAlive }) => lastAlive,
    cell: ({ lastAlive }) => <span title={formatDateTime(lastAlive)}>{formatAge(lastAlive)}</span>,
  },
];
