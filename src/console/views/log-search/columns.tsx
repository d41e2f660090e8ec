import type { LogRow } from '../../../contract/entities/log-search.ts';
import { createFieldReader } from '../../../contract/log-query/event-fields.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatDateTime } from '../../lib/format.ts';
import type { TextPart } from './highlight.ts';
import * as css from './log-search.css.ts';

/** The expanded row shows more of a long line. */
const LINE_SHOWN = 1000;

const toDate = ({ metadata }: LogRow): Date => new Date(`${metadata.received.slice(0, 23)}Z`);
/** With milliseconds. */
export const formatRowTime = (row: LogRow): string =>
  `${formatDateTime(toDate(row))}.${row.metadata.received.slice(20, 23)}`;

const Marked = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
      <mark key={at} className={css.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );

/** Time, source, chosen fields, and the event. */
export function buildColumns(
  fields: readonly string[],
  highlight: (text: string) => readonly TextPart[],
  isWrapped: boolean,
): readonly Column<LogRow>[] {
  return [
    {
      id: 'received',
      header: 'Time',
      width: '176px',
      value: (row) => row.metadata.received,
      cell: (row) => <span className={css.time}>{formatRowTime(row)}</span>,
    },
    {
      id: 'source',
      header: 'Source',
      width: 'minmax(96px, 0.8fr)',
      shownFrom: 640,
      value: (row) => row.metadata.source,
      cell: (row) => row.metadata.source,
    },
    ...fields.map(
      (field): Column<LogRow> => ({
        id: `field:${field}`,
        header: field,
        width: 'minmax(96px, 1fr)',
        value: (row) => createFieldReader(row)(field),
        cell: (row) => {
          const value = createFieldReader(row)(field);
          return value === undefined ? <Missing /> : <span className={css.message}>{value}</span>;
        },
      }),
    ),
    {
      id: 'event',
      header: 'Event',
      width: 'minmax(240px, 6fr)',
      value: (row) => row.text,
      cell: (row) => (
        <span className={isWrapped ? css.wrapped : css.message}>
          <Marked parts={highlight(row.text.slice(0, LINE_SHOWN))} />
        </span>
      ),
    },
  ];
}
