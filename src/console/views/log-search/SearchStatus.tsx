import type { LiveState } from '../../../../machines/log-search/index.ts';
import type { LogCount, LogExport, LogReading } from '../../../contract/entities/log-search.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { Unread } from '../../components/unread/Unread.tsx';
import { formatBytes, formatCount, formatExact, formatFigure, formatMinute } from '../../lib/format.ts';
import * as css from './log-search.css.ts';

type SearchStatusProps = {
  count: LogCount | undefined;
  isCounting: boolean;
  countProblem: string | undefined;
  /** For the rows, when nothing is counted. */
  reading: LogReading | undefined;
  rowCount: number;
  /** Older rows may follow. */
  hasMore: boolean;
  isReading: boolean;
  searchedFrom: number | undefined;
  start: number;
  live: LiveState;
  isScrolled: boolean;
  /** Newly archived events. */
  newCount: number;
  liveProblem: string | undefined;
  /** Received, not yet archived. */
  waitingCount: number;
  exporting: LogExport | undefined;
};

const plural = (count: number, one: string, many: string): string =>
  `${formatExact(count)} ${count === 1 ? one : many}`;

function describeLive(live: LiveState, isScrolled: boolean): string {
  if (live === 'paused') return 'Paused.';
  return isScrolled
    ? 'Paused while you read further down; Home resumes.'
    : 'Live: events show once they are archived, up to some minutes after they came.';
}

/** What was found and read so far, and what was not. */
export function SearchStatus(props: SearchStatusProps) {
  const { count, isCounting, countProblem, reading: ofRows, rowCount, hasMore, isReading } = props;
  const { searchedFrom, start, live, isScrolled, newCount, liveProblem, waitingCount, exporting } = props;
  const reading = count?.reading ?? ofRows;
  const isPart = count
    ? count.state === 'DONE' && count.countedFromUnixTimeSeconds > start
    : hasMore || isReading;
  // Rows continue past the count's time limit.
  const counted = Number(count?.matchCount ?? 0);
  const matches = count && !isPart ? counted : Math.max(counted, rowCount);
  const isCountingNow = isCounting || (!count && isReading);
  const isListing = isCountingNow && matches === 0 && !reading?.filesRead;
  return (
    <div className={css.status}>
      <span role="status">
        <span className={css.strong}>
          {isPart && matches > 0 && 'At least '}
          {matches === 0 && (isPart || isCounting || isReading)
            ? 'No match yet'
            : plural(matches, 'match', 'matches')}
        </span>
        {reading &&
          !isListing &&
          ` in ${formatFigure(formatCount(Number(reading.events)))} events, ${plural(reading.filesRead, 'file', 'files')} read, ${formatFigure(formatBytes(Number(reading.bytes)))}`}
        {isCountingNow && (isListing ? ', listing files…' : ', counting…')}
        {count &&
          isPart &&
          `; counted back to ${formatMinute(new Date(count.countedFromUnixTimeSeconds * 1000))}, then time ran out`}
        {(isReading || hasMore) &&
          (rowCount === 0 || (count && isPart)) &&
          searchedFrom !== undefined &&
          searchedFrom > start &&
          `; searched back to ${formatMinute(new Date(searchedFrom * 1000))}`}
      </span>
      {countProblem !== undefined && <span className={css.warn}>Not counted: {countProblem}</span>}
      {live === 'off' ? (
        <span>
          {waitingCount > 0
            ? `${plural(waitingCount, 'event is', 'events are')} not archived yet, so not searched.`
            : 'Nothing waits to be archived.'}
        </span>
      ) : (
        <span className={css.live} data-live={live}>
          {describeLive(live, isScrolled)}
          {newCount > 0 && ` ${plural(newCount, 'new event', 'new events')}, not counted above.`}
        </span>
      )}
      {liveProblem !== undefined && <span className={css.warn}>Not followed: {liveProblem}</span>}
      <span className={css.push}>
        {exporting ? (
          <>
            {plural(Number(exporting.eventCount), 'event', 'events')} exported
            <CommandButton id="logSearch.cancelExport" size="small" />
          </>
        ) : (
          <>
            <CommandButton id="list.exportCsv" label="CSV" size="small" />
            <CommandButton id="logSearch.exportNdjson" label="NDJSON" size="small" />
          </>
        )}
      </span>
      {reading && reading.unreadCount > 0 && <Unread reading={reading} />}
    </div>
  );
}
