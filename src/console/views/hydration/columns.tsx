import { cut, tone } from '../../../../styles/text.css.ts';
import type { HydrationJob } from '../../../contract/entities/hydration.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { PercentBar } from '../../components/widgets/metrics/percent-bar.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatAge, formatBytes, formatPercent } from '../../lib/format.ts';
import * as css from './hydration.css.ts';
import { formatTimeLeft, formatWindow, getHydrationLook } from './hydration-look.ts';

/** `In Progress`, and the remaining time. */
const Status = ({ job, isLive }: { job: HydrationJob; isLive: boolean }) => {
  const look = getHydrationLook(job);
  const left = isLive ? formatTimeLeft(job) : '';
  return <StatusBadge {...look} note={look.note ?? (left === '' ? undefined : left)} />;
};

/** Exactly these, in this order. `isLive`: with progress bar and remaining time. */
export const createHydrationColumns = (isLive: boolean): readonly Column<HydrationJob>[] => [
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(110px, 1.4fr)',
    sortable: true,
    value: ({ sourceName }) => sourceName,
    cell: ({ sourceName }) => <span className={`${cut} ${css.name}`}>{sourceName}</span>,
  },
  {
    id: 'destination',
    header: 'Destination',
    width: 'minmax(110px, 1.4fr)',
    shownFrom: 560,
    sortable: true,
    value: ({ sinkName }) => sinkName,
    cell: ({ sinkName, throughPipelineName }) => (
      <span className={cut}>
        {sinkName}
        {throughPipelineName !== '' && <span className={tone.text3}> through {throughPipelineName}</span>}
      </span>
    ),
  },
  {
    id: 'time_range',
    header: 'Time Range',
    width: 'minmax(170px, 1.6fr)',
    shownFrom: 700,
    sortable: true,
    value: ({ timeRange }) => timeRange.startUnixTimeSeconds,
    text: formatWindow,
    cell: (job) => <span className={css.time}>{formatWindow(job)}</span>,
  },
  {
    id: 'data_volume_hydrated',
    header: 'Data Volume Hydrated',
    width: 'minmax(90px, 180px)',
    shownFrom: 820,
    align: 'end',
    sortable: true,
    value: ({ dataVolumeHydrated }) => fromCount(dataVolumeHydrated),
    cell: ({ dataVolumeHydrated }) => <Figure figure={formatBytes(fromCount(dataVolumeHydrated))} />,
  },
  {
    id: 'progress',
    header: 'Progress',
    width: isLive ? 'minmax(130px, 190px)' : '96px',
    shownFrom: 440,
    sortable: true,
    value: ({ progress }) => progress,
    text: ({ progress }) => `${progress}%`,
    cell: ({ progress }) =>
      isLive ? <PercentBar percent={progress} /> : <Figure figure={formatPercent(progress)} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: isLive ? 'minmax(120px, 220px)' : 'minmax(120px, 150px)',
    shownFrom: 480,
    sortable: true,
    value: (job) => getHydrationLook(job).label,
    text: (job) => getHydrationLook(job).label,
    cell: (job) => <Status job={job} isLive={isLive} />,
  },
  {
    id: 'age',
    header: 'Age',
    width: '96px',
    shownFrom: 620,
    sortable: true,
    value: ({ createdAt }) => createdAt,
    text: ({ createdAt }) => formatAge(createdAt),
    cell: ({ createdAt }) => <span className={css.time}>{formatAge(createdAt)}</span>,
  },
];
