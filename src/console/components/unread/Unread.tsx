import type { LogReading } from '../../../contract/entities/log-search.ts';
import { formatExact } from '../../lib/format.ts';
import * as css from './unread.css.ts';

/** Archive files missing from an answer. */
export function Unread({ reading }: { reading: LogReading }) {
  const more = reading.unreadCount - reading.unread.length;
  const what =
    reading.unreadCount === 1 ? '1 file or folder' : `${formatExact(reading.unreadCount)} files or folders`;
  return (
    <details className={css.unread}>
      <summary className={css.warn}>
        {what} could not be fully read: some of their events may be missing
      </summary>
      <ul className={css.list}>
        {reading.unread.map(({ file, reason }) => (
          <li key={`${file} ${reason}`}>
            {file}: {reason}
          </li>
        ))}
        {more > 0 && <li>and {formatExact(more)} more</li>}
      </ul>
    </details>
  );
}
