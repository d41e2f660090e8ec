import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { NO_ARCHIVE_ON_COLLECTORS, refuseOnCollectors } from '../../../contract/collector-refusals.ts';
import type { Source } from '../../../contract/entities/node.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatBytes, formatCount, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSite } from '../../state/sites.ts';
import { EndedArchives } from './EndedArchives.tsx';
import * as css from './source.css.ts';

const FIGURES_MS = 2000;

const Count = ({ of }: { of: Parameters<typeof fromCount>[0] }) => (
  <>
    <Figure figure={formatCount(fromCount(of))} /> {fromCount(of) === 1 ? 'event' : 'events'}
  </>
);

export function Archival({ source }: { source: Source }) {
  const poll = source.archivalEnabled ? FIGURES_MS : false;
  // Separate, so that the form does not rerender with every figure.
  const query = { sourceIds: [source.id], includeConfig: false };
  const fresh = useCall('listSources', { query }, { poll, isSuppressed: true, keepPrevious: true });
  const { archivalEnabled, archivalSinkId = '', archival } = fresh.data?.sources[0] ?? source;
  const refusal = refuseOnCollectors(useSite(), NO_ARCHIVE_ON_COLLECTORS);
  const sink = useCall(
    'getSink',
    { path: { id: archivalSinkId } },
    { enabled: archivalSinkId !== '', isSuppressed: true },
  );
  return (
    <section aria-label="Archival" className={css.section}>
      <h2 className={css.sectionHead}>
        Archival
        {archivalEnabled && !archival?.problem && <StatusBadge label="On" shape="check" tone="ok" />}
        {archival?.problem && <StatusBadge label="Not written" shape="octagon" tone="err" />}
        <span className={`${css.push} ${css.buttons}`}>
          <CommandButton id="source.enableArchival" size="small" />
          {archivalEnabled && <CommandButton id="source.disableArchival" size="small" hideKeys />}
        </span>
      </h2>
      {archival ? (
        <dl className={css.panelFacts}>
          <dt className={css.term}>To</dt>
          <dd className={css.value}>
            {sink.data ? (
              <Link href={paths.destinations({ destination: archivalSinkId })} className={quietLink}>
                {sink.data.sink.name}
              </Link>
            ) : (
              <Missing />
            )}
          </dd>
          <dt className={css.term}>Since</dt>
          <dd className={css.value}>{formatDateTime(archival.since)}</dd>
          <dt className={css.term}>Received</dt>
          <dd className={css.value}>
            <Count of={archival.eventsReceived} />
          </dd>
          <dt className={css.term}>Written</dt>
          <dd className={css.value}>
            <Count of={archival.eventsWritten} />,{' '}
            <Figure figure={formatBytes(fromCount(archival.bytesWritten))} />,{' '}
            <Figure figure={formatCount(fromCount(archival.filesWritten))} />{' '}
            {fromCount(archival.filesWritten) === 1 ? 'file' : 'files'}
          </dd>
          <dt className={css.term}>Waiting</dt>
          <dd className={css.value}>
            <Count of={archival.eventsWaiting} />
          </dd>
        </dl>
      ) : (
        <p className={css.note}>
          Off.{' '}
          {refusal ??
            'Once enabled, everything the source receives is also written to a file or an S3 bucket, unchanged, before any pipeline processes it'}
          .
        </p>
      )}
      {archival?.problem && (
        <ErrorPanel
          title="The archive is not written"
          cause={archival.problem}
          resolution="Events wait in its buffer, and writing continues automatically once this is fixed."
        />
      )}
      <EndedArchives source={source} />
    </section>
  );
}
