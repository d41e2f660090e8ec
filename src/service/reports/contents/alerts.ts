import { ALERT_SEVERITIES } from '../../../contract/alerts/states.ts';
import { formatTarget } from '../../../contract/alerts/texts.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import { formatCount, formatExact, formatFigure, MISSING } from '../../../contract/figures.ts';
import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { formatReportMoment } from '../../../contract/reports/texts.ts';
import { counted } from '../../../contract/values.ts';
import {
  type ContentInput,
  type ContentParts,
  describeRest,
  figureColumn,
  type ReportFigure,
  ROWS_MAX,
  readAll,
  textCell,
  textColumn,
  toRangeQuery,
} from './content.ts';

const NEVER = '0001';
const MINUTE_MS = 60_000;

/** Unix milliseconds, or undefined for the empty time. */
const readTime = (time: string): number | undefined =>
  time.startsWith(NEVER) ? undefined : Date.parse(time);

const readEvents = ({ callAs, siteId, span }: ContentInput) =>
  readAll(async (offset, limit) => {
    const query = {
      siteIds: [siteId],
      ...toRangeQuery(span),
      'pagination.offset': offset,
      'pagination.limit': limit,
    };
    const { data } = await callAs('listAlertEvents', { query });
    return { items: data.events, total: data.pagination.totalCount };
  });

/** Firing time, up to the end of the report. */
const computeMinutes = ({ firedAt, endedAt }: AlertEvent, end: number): number =>
  Math.max(0, Math.round(((readTime(endedAt) ?? end) - (readTime(firedAt) ?? end)) / MINUTE_MS));

const formatMinutes = (minutes: number): string => {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} d ${Math.floor((minutes % 1440) / 60)} h`;
};

const toWord = (word: string): string => `${word[0] ?? ''}${word.slice(1).toLowerCase()}`;

const countFigure = (label: string, count: number, detail: string, isBad = false): ReportFigure => ({
  label,
  text: formatFigure(formatCount(count)),
  value: count,
  detail,
  tone: isBad && count > 0 ? 'bad' : 'plain',
});

export async function composeAlerts(input: ContentInput): Promise<ContentParts> {
  const { siteName, span, timeZone } = input;
  const end = span.end * 1000;
  const rank = (event: AlertEvent) => ALERT_SEVERITIES.indexOf(event.severity);
  const fired = (await readEvents(input))
    .filter(({ firedAt }) => (readTime(firedAt) ?? end) < end)
    .sort((a, b) => rank(a) - rank(b) || b.firedAt.localeCompare(a.firedAt));
  const isOpen = ({ endedAt }: AlertEvent) => (readTime(endedAt) ?? end) >= end;
  const open = fired.filter(isOpen);
  const unseen = fired.filter(({ isAcknowledged }) => !isAcknowledged);
  const byRule = [...Map.groupBy(fired, ({ name }) => name)].sort(([, a], [, b]) => b.length - a.length);
  const longest = Math.max(0, ...fired.map((event) => computeMinutes(event, end)));
  const step = chartResolutionSeconds(span.end - span.start);
  const starts = Map.groupBy(fired, ({ firedAt }) => Math.floor(Date.parse(firedAt) / 1000 / step) * step);
  const points = [];
  for (let time = Math.floor(span.start / step) * step; time < span.end; time += step)
    points.push({ unixTimeSeconds: time, value: starts.get(time)?.length ?? 0 });
  const [most] = byRule;
  const others =
    byRule.length > 1 && most ? ` ${most[0]} fired most often, ${counted(most[1].length, 'time')}.` : '';
  return {
    summary:
      fired.length === 0
        ? `No alert fired on ${siteName} in this time.`
        : `${counted(fired.length, 'alert')} fired on ${siteName}; ${open.length === 0 ? 'none is' : `${open.length} ${open.length === 1 ? 'is' : 'are'}`} open at the end.${others}`,
    notes: describeRest(fired.length, 'alerts'),
    figures: [
      countFigure('Fired', fired.length, `by ${counted(byRule.length, 'rule')}`),
      countFigure('Open at the end', open.length, open.length > 0 ? 'still firing then' : 'All ended', true),
      countFigure(
        'Not acknowledged',
        unseen.length,
        unseen.length > 0 ? 'still to be acknowledged' : 'All acknowledged',
      ),
      {
        label: 'Longest',
        text: fired.length > 0 ? formatMinutes(longest) : MISSING,
        value: fired.length > 0 ? longest : null,
        detail: fired.length > 0 ? 'firing without a break' : '',
        tone: 'plain',
      },
    ],
    chart:
      fired.length === 0
        ? null
        : {
            title: 'Alerts that fired',
            unit: 'count',
            resolutionSeconds: step,
            series: [{ name: 'Alerts', points }],
          },
    columns: [
      textColumn('Alert', 3.6),
      textColumn('About', 4),
      textColumn('Severity', 1.7),
      textColumn('State', 1.8),
      textColumn('Fired', 3),
      figureColumn('Lasted', 'minutes', 2),
      textColumn('Acknowledged by', 2.6),
    ],
    tables: [
      {
        title: 'Alerts, the most severe first',
        empty: 'No alert fired.',
        rows: fired.slice(0, ROWS_MAX).map((event) => {
          const minutes = computeMinutes(event, end);
          return [
            textCell(event.name),
            textCell(formatTarget(event.target)),
            textCell(toWord(event.severity)),
            textCell(toWord(event.state)),
            textCell(formatReportMoment(Math.floor(Date.parse(event.firedAt) / 1000), timeZone)),
            { text: minutes < 60 ? `${formatExact(minutes)} min` : formatMinutes(minutes), value: minutes },
            textCell(event.acknowledgedBy),
          ];
        }),
      },
    ],
  };
}
