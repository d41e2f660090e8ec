import { cut, tone } from '../../../../styles/text.css.ts';
import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import * as css from './alerts.css.ts';
import { SILENCE_LOOKS } from './silence-config.ts';

/** `covers`: description of what it silences. */
export type SilenceRow = AlertSilence & { covers: string };

const formatSilenceTime = (time: string) => formatMinute(new Date(time));

/** `Ann`, and who ended it early. */
export function formatPeople({ createdBy, endedBy }: AlertSilence): string {
  if (endedBy === '') return createdBy;
  return endedBy === createdBy ? `${createdBy}, ended early` : `${createdBy}, ended early by ${endedBy}`;
}

export const silenceColumns: readonly Column<SilenceRow>[] = [
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(120px, 3fr)',
    sortable: true,
    value: ({ reason }) => reason,
    cell: ({ reason }) => <span className={cut}>{reason}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '104px',
    sortable: true,
    value: ({ state }) => SILENCE_LOOKS[state].label,
    cell: ({ state }) => <StatusBadge {...SILENCE_LOOKS[state]} />,
  },
  {
    id: 'covers',
    header: 'Silences',
    width: 'minmax(140px, 4fr)',
    shownFrom: 700,
    value: ({ covers }) => covers,
    cell: ({ covers }) => <span className={`${cut} ${tone.text2}`}>{covers}</span>,
  },
  {
    id: 'firing',
    header: 'Firing',
    width: '72px',
    shownFrom: 560,
    sortable: true,
    value: ({ firingCount }) => firingCount,
    text: ({ firingCount }) => String(firingCount),
    cell: ({ firingCount }) => <span className={css.time}>{firingCount}</span>,
  },
  {
    id: 'starts',
    header: 'From',
    width: '122px',
    shownFrom: 560,
    sortable: true,
    value: ({ startsAt }) => startsAt,
    text: ({ startsAt }) => formatSilenceTime(startsAt),
    cell: ({ startsAt }) => <span className={css.time}>{formatSilenceTime(startsAt)}</span>,
  },
  {
    id: 'ends',
    header: 'Until',
    width: '122px',
    shownFrom: 480,
    sortable: true,
    value: ({ endsAt }) => endsAt,
    text: ({ endsAt }) => formatSilenceTime(endsAt),
    cell: ({ endsAt }) => <span className={css.time}>{formatSilenceTime(endsAt)}</span>,
  },
  {
    id: 'by',
    header: 'By',
    width: 'minmax(88px, 1fr)',
    shownFrom: 780,
    sortable: true,
    value: formatPeople,
    cell: (row) => <span className={cut}>{formatPeople(row)}</span>,
  },
];
