import type { ReportCell, ReportColumn, ReportDocument } from '../../../contract/entities/report-document.ts';
import { formatBytes, formatFigure, type Maybe, MISSING } from '../../../contract/figures.ts';
import type { CallAs } from '../../http/in-process.ts';
import type { Span } from '../schedule.ts';

/** Figures come from the screens' calls, so that both agree. */
export type ContentInput = {
  callAs: CallAs;
  siteId: string;
  siteName: string;
  timeZone: string;
  span: Span;
  now: number;
  dashboardId: string;
};

export type ContentParts = Pick<
  ReportDocument,
  'summary' | 'notes' | 'figures' | 'chart' | 'columns' | 'tables' | 'panels'
>;

export type ReportFigure = ReportDocument['figures'][number];

export const toRangeQuery = ({ start, end }: Span) => ({
  'timeRange.startUnixTimeSeconds': start,
  'timeRange.endUnixTimeSeconds': end,
});

/** The span of the same length just before. */
export const toFormerSpan = ({ start, end }: Span): Span => ({ start: start - (end - start), end: start });

export const textCell = (text: string): ReportCell => ({ text, value: text });
export const bytesCell = (bytes: Maybe): ReportCell => ({
  text: formatFigure(formatBytes(bytes)),
  value: bytes ?? null,
});
export const noCell: ReportCell = { text: MISSING, value: null };

export const textColumn = (name: string, width: number): ReportColumn => ({
  name,
  unit: '',
  align: 'start',
  width,
});
export const figureColumn = (name: string, unit: string, width: number): ReportColumn => ({
  name,
  unit,
  align: 'end',
  width,
});

/** Longer tables are cut, with a note. */
export const ROWS_MAX = 200;

export const describeRest = (count: number, things: string): string[] =>
  count > ROWS_MAX ? [`The table has the first ${ROWS_MAX} of ${count} ${things}.`] : [];

const PAGE = 1000;

export async function readAll<T>(
  read: (offset: number, limit: number) => Promise<{ items: T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await read(all.length, PAGE);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

export const readPipelines = ({ callAs, siteId }: Pick<ContentInput, 'callAs' | 'siteId'>) =>
  readAll(async (offset, limit) => {
    const query = { siteIds: [siteId], 'pagination.offset': offset, 'pagination.limit': limit };
    const { data } = await callAs('listPipelines', { query });
    return { items: data.pipelines, total: data.pagination.totalCount };
  });

export async function readPrice({ callAs, siteId }: ContentInput) {
  const { data } = await callAs('getSavingPrice', { path: { siteId } });
  const { pricePerGigabyte, currency } = data.savingPrice;
  return pricePerGigabyte === null ? undefined : { pricePerGigabyte, currency };
}
