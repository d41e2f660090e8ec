import { useEffect } from 'react';
import { explainRefusedRange, parseRange, type TimeRange } from '../../../../machines/time-filter/index.ts';
import type { Dataset, QueryChart } from '../../../contract/entities/query.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { paths } from '../../lib/paths.ts';
import { formatTimeRangeTitle, getNowUnixSeconds, tellRefusedRange } from '../../state/time-filter.ts';

export const DEFAULT_RANGE = '1h';
const DAY_SECONDS = 86_400;
/** Without event fields, the event itself is shown. */
const ARCHIVE_COLUMNS = 6;

export const CHART_LABELS: Record<QueryChart, string> = {
  TABLE: 'Table',
  LINE: 'Line',
  AREA: 'Area',
  BAR: 'Bars',
  FIGURE: 'Single figure',
};

const DEFAULT_SPAN: TimeRange = { kind: 'preset', preset: DEFAULT_RANGE };

/** Archives may be older than the time filter allows, so two times are accepted as they are. */
function parseQueryRange(text: string, now: number): TimeRange | undefined {
  const [, start, end] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? [];
  if (start !== undefined && end !== undefined && Number(start) < Number(end))
    return { kind: 'custom', start: Number(start), end: Number(end) };
  return parseRange(text, now);
}

/** The default for an invalid range. */
export const readQueryRange = (text: string, now: number): TimeRange =>
  parseQueryRange(text, now) ?? DEFAULT_SPAN;

/** The range in the address, else `fallback`. An invalid one is reported in a notice. */
export function useRangeOfAddress(named: string | null, fallback: string): string {
  const isRange = named !== null && parseQueryRange(named, getNowUnixSeconds()) !== undefined;
  useEffect(() => {
    if (named === null || isRange) return;
    const now = getNowUnixSeconds();
    tellRefusedRange(named, explainRefusedRange(named, now), readQueryRange(fallback, now));
  }, [named, isRange, fallback]);
  return isRange ? named : fallback;
}

export const formatQueryRange = (text: string): string =>
  formatTimeRangeTitle(readQueryRange(text, Math.floor(Date.now() / 1000)));

const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/;
/** For SQL: quoted unless plain. */
export const quoteName = (name: string): string =>
  PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** The newest rows of a table. */
export const writeFirstQuery = ({ name, kind, columns }: Dataset): string => {
  const order = columns.find(({ type }) => type === 'TIMESTAMP')?.name;
  const isOfFields = kind === 'ARCHIVE' && columns.length > ARCHIVE_COLUMNS;
  return `select *${isOfFields ? ' exclude (source, source_id, event, origin)' : ''}\nfrom ${quoteName(name)}${order === undefined ? '' : `\norder by ${quoteName(order)} desc`}\nlimit 100`;
};

/** A query on a table, for its last day with data. */
export function buildDatasetAddress(dataset: Dataset): string {
  const sql = writeFirstQuery(dataset);
  if (dataset.endsAt === EMPTY_TIME) return paths.query({ sql });
  const end = Math.floor(Date.parse(dataset.endsAt) / 1000);
  const isOld = end < Date.now() / 1000 - DAY_SECONDS;
  return paths.query({ sql, range: isOld ? `${end - DAY_SECONDS}-${end}` : '1d' });
}
