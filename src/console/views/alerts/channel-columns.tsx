import { cut, tone } from '../../../../styles/text.css.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import * as css from './alerts.css.ts';
import { CHANNEL_NAMES } from './channel-look.ts';

const isNever = (time: string): boolean => time.startsWith('0001');

export function getChannelState({ enabled, isFailing, lastSentAt, type }: AlertChannel) {
  if (!enabled) return { label: 'Paused', shape: 'paused', tone: 'text3' } as const;
  if (isFailing) return { label: 'Failing', shape: 'octagon', tone: 'err' } as const;
  const isUntried = isNever(lastSentAt) && type !== 'CHANNEL_DEFAULT';
  if (isUntried) return { label: 'Not used yet', shape: 'dashed', tone: 'text2' } as const;
  return { label: 'Working', shape: 'check', tone: 'ok' } as const;
}

const formatTime = (time: string): string => (isNever(time) ? 'Never' : formatMinute(new Date(time)));

const createTimeColumn = (
  field: 'lastSentAt' | 'lastFailedAt',
  header: string,
  shownFrom: number,
): Column<AlertChannel> => ({
  id: field,
  header,
  width: '122px',
  shownFrom,
  sortable: true,
  value: (channel) => channel[field],
  text: (channel) => formatTime(channel[field]),
  cell: (channel) => (
    <span className={isNever(channel[field]) ? tone.text3 : css.time}>{formatTime(channel[field])}</span>
  ),
});

export const channelColumns: readonly Column<AlertChannel>[] = [
  {
    id: 'name',
    header: 'Channel',
    width: 'minmax(120px, 3fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => <span className={cut}>{name}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '124px',
    sortable: true,
    value: (channel) => getChannelState(channel).label,
    cell: (channel) => <StatusBadge {...getChannelState(channel)} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '140px',
    shownFrom: 360,
    sortable: true,
    value: ({ type }) => CHANNEL_NAMES[type],
    cell: ({ type }) => <span className={cut}>{CHANNEL_NAMES[type]}</span>,
  },
  {
    id: 'address',
    header: 'Sends to',
    width: 'minmax(120px, 3fr)',
    shownFrom: 700,
    value: ({ address }) => address ?? '',
    text: ({ address }) => address ?? 'Shown to administrators',
    cell: ({ address }) => (
      <span className={`${cut} ${tone.text2}`}>{address ?? 'Shown to administrators'}</span>
    ),
  },
  {
    id: 'rules',
    header: 'Rules',
    width: '72px',
    shownFrom: 560,
    sortable: true,
    value: ({ ruleCount }) => ruleCount,
    text: ({ ruleCount }) => String(ruleCount),
    cell: ({ ruleCount }) => <span className={css.time}>{ruleCount}</span>,
  },
  createTimeColumn('lastSentAt', 'Last sent', 560),
  createTimeColumn('lastFailedAt', 'Last failed', 860),
];
