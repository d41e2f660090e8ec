import type { ReportDocument } from '../entities/report-document.ts';

type Parts = Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute', string>;

function readParts(unixSeconds: number, timeZone: string): Parts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(
    format.formatToParts(unixSeconds * 1000).map(({ type, value }) => [type, value]),
  ) as Parts;
}

/** `16 Nov 2026` */
export function formatReportDay(unixSeconds: number, timeZone: string): string {
  const { day, month, year } = readParts(unixSeconds, timeZone);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** `16 Nov 2026 06:00` */
export function formatReportMoment(unixSeconds: number, timeZone: string): string {
  const { hour, minute } = readParts(unixSeconds, timeZone);
  return `${formatReportDay(unixSeconds, timeZone)} ${hour}:${minute}`;
}

/** `16 Nov 06:00` or `16 Nov`, for a chart axis. */
export function formatReportTick(unixSeconds: number, timeZone: string, hasTime: boolean): string {
  const { day, month, hour, minute } = readParts(unixSeconds, timeZone);
  return hasTime ? `${day} ${month.slice(0, 3)} ${hour}:${minute}` : `${day} ${month.slice(0, 3)}`;
}

const isMidnight = ({ hour, minute }: Parts): boolean => hour === '00' && minute === '00';

type Span = Pick<ReportDocument, 'startUnixTimeSeconds' | 'endUnixTimeSeconds' | 'timeZone'>;

/** `Mon 16 to Sun 22 Nov 2026, Europe/Berlin`; with times unless whole days. */
export function formatReportSpan({ startUnixTimeSeconds, endUnixTimeSeconds, timeZone }: Span): string {
  const start = readParts(startUnixTimeSeconds, timeZone);
  const end = readParts(endUnixTimeSeconds, timeZone);
  if (!isMidnight(start) || !isMidnight(end))
    return `${formatReportMoment(startUnixTimeSeconds, timeZone)} to ${formatReportMoment(endUnixTimeSeconds, timeZone)}, ${timeZone}`;
  const last = readParts(endUnixTimeSeconds - 1, timeZone);
  const name = ({ weekday, day, month, year }: Parts) => `${weekday} ${day} ${month.slice(0, 3)} ${year}`;
  const [first, until] = [name(start), name(last)];
  return first === until ? `${first}, ${timeZone}` : `${first} to ${until}, ${timeZone}`;
}
