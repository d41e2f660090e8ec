import { cut, tone } from '../../../../styles/text.css.ts';
import { formatTarget } from '../../../contract/alerts/texts.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import {
  computeAlertDuration,
  describeEvent,
  formatAlertDuration,
  formatSilence,
  isSilenced,
  SEVERITIES,
  SEVERITY_LOOKS,
  SILENCED_LOOK,
  STATE_LOOKS,
} from './alert-look.ts';
import * as css from './alerts.css.ts';

/** `isSettled`: acknowledged, or it never fired. `isBusy` while its acknowledgment is pending. */
export type AlertRow = AlertEvent & { isSettled: boolean; isBusy: boolean };

const formatAcknowledged = (row: AlertRow): string => {
  if (row.isBusy) return 'Acknowledging…';
  if (row.isAcknowledged) return row.acknowledgedBy === '' ? 'Acknowledged' : `By ${row.acknowledgedBy}`;
  if (isSilenced(row)) return formatSilence(row.silence);
  if (!row.isSettled) return 'No';
  return row.firedAt.startsWith('0001') ? 'Not needed' : 'Acknowledged';
};

/** `flapping`, `engine away`: the details explain it. */
const formatRemark = ({ recentFirings, isHeld }: AlertRow): string =>
  [recentFirings === undefined ? '' : 'flapping', isHeld === true ? 'engine away' : '']
    .filter(Boolean)
    .join(', ');

const formatAlertTime = (time: string) => formatMinute(new Date(time));

export const columns: readonly Column<AlertRow>[] = [
  {
    id: 'state',
    header: 'State',
    width: '104px',
    sortable: true,
    value: (row) => STATE_LOOKS[row.state].label,
    cell: (row) => <StatusBadge {...STATE_LOOKS[row.state]} {...(isSilenced(row) ? SILENCED_LOOK : {})} />,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '104px',
    sortable: true,
    // Worst last, as numbers go up.
    value: (row) => SEVERITIES.length - SEVERITIES.indexOf(row.severity),
    text: (row) => SEVERITY_LOOKS[row.severity].label,
    cell: (row) => <StatusBadge {...SEVERITY_LOOKS[row.severity]} />,
  },
  {
    id: 'name',
    header: 'Alert',
    width: 'minmax(140px, 5fr)',
    sortable: true,
    value: (row) => row.name,
    text: (row) => [row.name, formatRemark(row), describeEvent(row)].filter(Boolean).join(', '),
    cell: (row) => (
      <span className={css.lines}>
        <span className={row.isSettled ? cut : css.open}>
          {row.name}
          {formatRemark(row) !== '' && <span className={tone.text3}> {formatRemark(row)}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'target',
    header: 'Where',
    width: 'minmax(120px, 4fr)',
    sortable: true,
    value: (row) => row.target.name,
    text: (row) => formatTarget(row.target).replaceAll("'", ''),
    cell: (row) => (
      <span className={cut}>
        {row.target.name}
        {row.target.pipelineName !== '' && row.target.kind !== 'pipeline' && (
          <span className={tone.text3}> in {row.target.pipelineName}</span>
        )}
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last event',
    width: '122px',
    sortable: true,
    value: (row) => row.lastEventAt,
    text: (row) => formatAlertTime(row.lastEventAt),
    cell: (row) => <span className={css.time}>{formatAlertTime(row.lastEventAt)}</span>,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '92px',
    shownFrom: 900,
    sortable: true,
    value: (row) => computeAlertDuration(row, Date.now()),
    text: (row) => formatAlertDuration(row, Date.now()),
    cell: (row) => <span className={css.time}>{formatAlertDuration(row, Date.now())}</span>,
  },
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    width: 'minmax(112px, 2fr)',
    shownFrom: 780,
    sortable: true,
    value: formatAcknowledged,
    cell: (row) => (
      <span className={`${cut} ${row.isSettled ? tone.text3 : ''}`}>{formatAcknowledged(row)}</span>
    ),
  },
];
