import type { Report, ReportRun } from '../../../contract/entities/report.ts';
import { REPORT_FORMAT_NAMES } from '../../../contract/reports/kinds.ts';
import { counted } from '../../../contract/values.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatMinute } from '../../lib/format.ts';

export const isNever = (time: string): boolean => time.startsWith('0001');

type Schedule = Pick<Report, 'period' | 'at' | 'cron' | 'timeZone'>;

/** `Each Monday at 06:00, Europe/Berlin`. */
export function describeSchedule({ period, at, cron, timeZone }: Schedule): string {
  const when = {
    DAY: `Each day at ${at}`,
    WEEK: `Each Monday at ${at}`,
    MONTH: `On the 1st of each month at ${at}`,
    CRON: `By cron ${cron}`,
  }[period];
  return `${when}, ${timeZone}`;
}

export function describeRecipients({ recipients, format }: Pick<Report, 'recipients' | 'format'>): string {
  const [first] = recipients;
  if (first === undefined) return 'Kept here, no mail';
  const who = recipients.length === 1 ? first : `${first} and ${recipients.length - 1} more`;
  return `${REPORT_FORMAT_NAMES[format]} to ${who}`;
}

export const formatNext = ({ enabled, nextRunAt }: Report): string =>
  enabled && !isNever(nextRunAt) ? formatMinute(new Date(nextRunAt)) : 'Paused';

type Look = { label: string; shape: ShapeName; tone: Tone };

export function getRunLook({ state, mailState, problem }: ReportRun): Look {
  if (state === 'FAILED') return { label: 'Not made', shape: 'octagon', tone: 'err' };
  if (state !== 'MADE') return { label: 'Being made', shape: 'dashed', tone: 'info' };
  switch (mailState) {
    case 'SENT':
      return { label: 'Sent', shape: 'check', tone: 'ok' };
    case 'FAILED':
    case 'CANCELED':
      return { label: 'Not sent', shape: 'octagon', tone: 'err' };
    case 'NONE':
      return { label: 'Made', shape: 'check', tone: 'ok' };
    default:
      if (problem !== '') return { label: 'Not sent yet', shape: 'triangle', tone: 'warn' };
      return { label: 'Being sent', shape: 'dashed', tone: 'info' };
  }
}

export const getReportLook = ({ enabled, lastRun }: Report): Look => {
  if (lastRun && getRunLook(lastRun).tone !== 'ok') return getRunLook(lastRun);
  if (!enabled) return { label: 'Paused', shape: 'paused', tone: 'text3' };
  return lastRun ? getRunLook(lastRun) : { label: 'Not made yet', shape: 'dashed', tone: 'text2' };
};

/** Poll intervals while a run is being made or mailed, and otherwise. */
export const RUN_UNDER_WAY_MS = 2000;
export const RUNS_REST_MS = 30_000;

/** Its state changes within seconds. */
export const isUnderWay = (run: ReportRun | null | undefined): boolean =>
  run !== null && run !== undefined && getRunLook(run).tone === 'info';

const ORIGINS = { SCHEDULE: 'By schedule', HAND: 'By hand', MADE_UP: 'Made late' } as const;

/** `By hand of Ann, mailed to 3 recipients`. */
export function describeRun({ origin, requestedBy, recipients }: ReportRun): string {
  const why = requestedBy === '' ? ORIGINS[origin] : `By ${requestedBy}`;
  return recipients.length === 0 ? why : `${why}, to ${counted(recipients.length, 'recipient')}`;
}
