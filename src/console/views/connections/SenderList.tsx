import type { Source } from '../../../contract/entities/node.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatCount, formatDateTime } from '../../lib/format.ts';
import { listSourceAddresses } from './address.ts';
import * as css from './source.css.ts';

const SENDERS_MS = 2000;

/** Senders as counted by the listener. Renders nothing for sources that fetch. */
export function SenderList({ source }: { source: Source }) {
  const isListening = listSourceAddresses(source, '').length > 0;
  const options = { enabled: isListening, poll: SENDERS_MS, isSuppressed: true, keepPrevious: true };
  const { data } = useCall('listSourceSenders', { path: { id: source.id } }, options);
  if (!isListening || !data) return null;
  const { senders, count } = data;
  return (
    <section aria-label="Senders" className={css.section}>
      <h2 className={css.sectionHead}>Senders</h2>
      {senders.length === 0 ? (
        <p className={css.note}>No senders in the last five minutes.</p>
      ) : (
        <table className={css.senders} aria-label="Senders">
          <thead>
            <tr>
              <th className={css.senderHead}>Address</th>
              <th className={css.senderHead}>Sends since</th>
              <th className={css.senderHead}>Last event</th>
              <th className={`${css.senderHead} ${css.senderNumber}`}>Connections</th>
              <th className={`${css.senderHead} ${css.senderNumber}`}>Events</th>
            </tr>
          </thead>
          <tbody>
            {senders.map(({ address, since, lastEvent, connections, events }) => (
              <tr key={address}>
                <td className={css.senderCell}>{address}</td>
                <td className={css.senderCell}>{formatDateTime(since)}</td>
                <td className={css.senderCell}>
                  {lastEvent === EMPTY_TIME ? <Missing /> : formatAge(lastEvent)}
                </td>
                <td className={css.senderNumber}>{connections}</td>
                <td className={css.senderNumber}>
                  <Figure figure={formatCount(fromCount(events))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > senders.length && (
        <p className={css.note}>
          The {senders.length} heard last, of {count}.
        </p>
      )}
    </section>
  );
}
