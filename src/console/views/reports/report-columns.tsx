import { cut, tone } from '../../../../styles/text.css.ts';
import type { Report } from '../../../contract/entities/report.ts';
import { REPORT_CONTENT_NAMES } from '../../../contract/reports/kinds.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { formatMinute } from '../../lib/format.ts';
import { describeRecipients, describeSchedule, formatNext, getReportLook } from './report-look.ts';
import * as css from './reports.css.ts';

const formatLast = ({ lastRun }: Report): string =>
  lastRun ? formatMinute(new Date(lastRun.dueAt)) : 'Never';

export const reportColumns: readonly Column<Report>[] = [
  {
    id: 'name',
    header: 'Report',
    width: 'minmax(130px, 3fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => <span className={cut}>{name}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '126px',
    shownFrom: 480,
    sortable: true,
    value: (report) => getReportLook(report).label,
    cell: (report) => <StatusBadge {...getReportLook(report)} />,
  },
  {
    id: 'content',
    header: 'Content',
    width: '140px',
    shownFrom: 520,
    sortable: true,
    value: ({ content }) => REPORT_CONTENT_NAMES[content],
    cell: ({ content }) => <span className={cut}>{REPORT_CONTENT_NAMES[content]}</span>,
  },
  {
    id: 'period',
    header: 'Period',
    width: 'minmax(160px, 3fr)',
    shownFrom: 760,
    isMinor: true,
    value: describeSchedule,
    cell: (report) => <span className={`${cut} ${tone.text2}`}>{describeSchedule(report)}</span>,
  },
  {
    id: 'recipients',
    header: 'Recipients',
    width: 'minmax(140px, 3fr)',
    shownFrom: 900,
    isMinor: true,
    value: describeRecipients,
    cell: (report) => <span className={`${cut} ${tone.text2}`}>{describeRecipients(report)}</span>,
  },
  {
    id: 'last',
    header: 'Last run',
    width: '122px',
    shownFrom: 640,
    isMinor: true,
    sortable: true,
    value: ({ lastRun }) => lastRun?.dueAt,
    text: formatLast,
    cell: (report) => <span className={report.lastRun ? css.time : tone.text3}>{formatLast(report)}</span>,
  },
  {
    id: 'next',
    header: 'Next run',
    width: '122px',
    shownFrom: 640,
    sortable: true,
    value: ({ enabled, nextRunAt }) => (enabled ? nextRunAt : undefined),
    text: formatNext,
    cell: (report) => <span className={report.enabled ? css.time : tone.text3}>{formatNext(report)}</span>,
  },
  {
    id: 'createdBy',
    header: 'By',
    width: 'minmax(88px, 1fr)',
    shownFrom: 1180,
    isMinor: true,
    sortable: true,
    value: ({ createdBy }) => createdBy,
    cell: ({ createdBy }) => <span className={cut}>{createdBy}</span>,
  },
];
