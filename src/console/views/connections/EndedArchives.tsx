import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import type { Source } from '../../../contract/entities/node.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { formatBytes, formatCount, formatDateTime, formatExact } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import * as css from './source.css.ts';

const ENDING_MS = 2000;

/** Archives that have ended: where, when, how much. Renders nothing without any. */
export function EndedArchives({ source }: { source: Source }) {
  const query = useCall(
    'listEndedArchives',
    { path: { id: source.id } },
    { poll: ENDING_MS, isSuppressed: true, keepPrevious: true },
  );
  const { archives = [], pagination } = query.data ?? {};
  if (archives.length === 0 || !pagination) return null;
  return (
    <>
      <table className={css.senders} aria-label="Ended archives">
        <thead>
          <tr>
            <th className={css.senderHead}>Ended archive in</th>
            <th className={css.senderHead}>From</th>
            <th className={css.senderHead}>To</th>
            <th className={`${css.senderHead} ${css.senderNumber}`}>Events</th>
            <th className={`${css.senderHead} ${css.senderNumber}`}>Size</th>
            <th className={`${css.senderHead} ${css.senderNumber}`}>Files</th>
          </tr>
        </thead>
        <tbody>
          {archives.map((one) => (
            <tr key={one.id}>
              <td className={css.senderCell}>
                {one.sinkExists ? (
                  <Link href={paths.destinations({ destination: one.sinkId })} className={quietLink}>
                    {one.sinkName}
                  </Link>
                ) : (
                  `${one.sinkName} (deleted)`
                )}
                {fromCount(one.eventsNotWritten) > 0 && (
                  <p className={css.note}>
                    {formatExact(fromCount(one.eventsNotWritten))} not written: dropped by a full buffer, or
                    among its dead letters in the data folder.
                  </p>
                )}
              </td>
              <td className={css.senderCell}>{formatDateTime(one.since)}</td>
              <td className={css.senderCell}>
                {formatDateTime(one.endedAt)}
                {one.isEnding && <p className={css.note}>What waited is still being written.</p>}
              </td>
              <td className={css.senderNumber}>
                <Figure figure={formatCount(fromCount(one.eventsWritten))} />
              </td>
              <td className={css.senderNumber}>
                <Figure figure={formatBytes(fromCount(one.bytesWritten))} />
              </td>
              <td className={css.senderNumber}>
                <Figure figure={formatCount(fromCount(one.filesWritten))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pagination.totalCount > archives.length && (
        <p className={css.note}>
          The {archives.length} that ended last, of {pagination.totalCount}.
        </p>
      )}
    </>
  );
}
