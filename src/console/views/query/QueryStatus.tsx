import type { QueryResult } from '../../../contract/entities/query.ts';
import { counted } from '../../../contract/values.ts';
import { Unread } from '../../components/unread/Unread.tsx';
import { formatBytes, formatCount, formatExact, formatFigure } from '../../lib/format.ts';
import * as css from './query.css.ts';

/** Metric tables have neither events nor files. */
const OF_SERVICE = 'penstock_';

const formatSeconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function describeResult({ rows, hasMore, reading, tables, readMs, runMs }: QueryResult): string {
  const count = `${formatExact(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`;
  const said = hasMore ? `The first ${count}; there are more` : count;
  const read =
    tables.length === 0
      ? 'no table read'
      : tables.every((name) => name.startsWith(OF_SERVICE))
        ? `read ${tables.join(', ')} in ${formatSeconds(readMs)}`
        : `read ${formatFigure(formatCount(Number(reading.events)))} events of ${tables.join(', ')} (${counted(reading.filesRead, 'file')}, ${formatFigure(formatBytes(Number(reading.bytes)))}) in ${formatSeconds(readMs)}`;
  return `${said}; ${read}; computed in ${formatSeconds(runMs)}`;
}

type QueryStatusProps = { result: QueryResult | undefined; isRunning: boolean; children: React.ReactNode };

/** What was read, how long it took, and what failed. */
export function QueryStatus({ result, isRunning, children }: QueryStatusProps) {
  const waiting = Number(result?.waitingEventCount ?? 0);
  return (
    <div className={css.status}>
      <span role="status">{isRunning ? 'Running…' : result && describeResult(result)}</span>
      {waiting > 0 && !isRunning && (
        <span>
          {formatExact(waiting)} {waiting === 1 ? 'event is' : 'events are'} not archived yet, so not read.
        </span>
      )}
      <span className={css.push}>{children}</span>
      {result && result.reading.unreadCount > 0 && <Unread reading={result.reading} />}
    </div>
  );
}
