import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { isAlive, type Sink, type Source } from '../../../contract/entities/node.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { isMissing } from '../../../contract/figures.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { DeadLettersButton } from '../../components/dead-letters/DeadLettersButton.tsx';
import { ErrorGroups } from '../../components/error-groups/ErrorGroups.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { LossMark } from '../../components/widgets/status/loss-mark.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { Figure } from '../../components/widgets/text/figure.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatAge, formatByteRate, formatCount, formatDuration, formatEventRate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import * as css from './source.css.ts';
import { useConnectionFacts } from './use-connection-facts.ts';

const { Component: DestinationTrends } = createLazyCode(() => import('./DestinationTrends.tsx'));

function useArchived({ id, siteId, archivalEnabled }: Sink): readonly Source[] {
  const query = { siteIds: [siteId], includeConfig: false, 'pagination.limit': PAGE_LIMIT_MAX };
  const { data } = useCall('listSources', { query }, { enabled: archivalEnabled, isSuppressed: true });
  return (data?.sources ?? []).filter((source) => source.archivalSinkId === id);
}

type DestinationFactsProps = {
  destination: Sink;
  template: Template | undefined;
  /** Range end of the list's totals, in Unix seconds. */
  until: number | undefined;
};

export function DestinationFacts({ destination, template, until }: DestinationFactsProps) {
  const facts = useConnectionFacts('destination', destination, until);
  const archived = useArchived(destination);
  const [hasTrends, setHasTrends] = useState(false);
  const hasAnalysis = useStore(flagsOn)?.has('sinkSsa') === true;
  const isAnalyzed = hasAnalysis && !destination.archivalEnabled;
  const users = destination.archivalEnabled
    ? archived.map(({ id, name }) => ({ id, name, path: paths.source(id) }))
    : facts.pipelines.map(({ id, name }) => ({ id, name, path: paths.pipeline(id) }));
  return (
    <section className={css.panelTop} aria-label="Now">
      <p className={css.panelHealth}>
        {destination.archivalEnabled ? (
          <StatusBadge label="Archive" shape="check" tone="ok" />
        ) : (
          <StatusBadge {...facts.health.look} />
        )}
        <span className={css.note}>
          {destination.archivalEnabled ? 'It holds archives of sources' : facts.health.reason}
        </span>
      </p>
      <dl className={css.panelFacts}>
        {!destination.archivalEnabled && (
          <>
            <dt className={css.term}>Delivery</dt>
            <dd className={css.value}>
              <Figure figure={formatByteRate(facts.bytesPerSecond)} />
            </dd>
            <dt className={css.term}>Events</dt>
            <dd className={css.value}>
              <Figure figure={formatEventRate(facts.eventsPerSecond)} />
            </dd>
          </>
        )}
        <dt className={css.term}>Last delivery</dt>
        <dd className={css.value}>
          {isAlive({ id: destination.id, lastAlive: facts.lastAlive }) ? (
            formatAge(facts.lastAlive)
          ) : (
            <Missing />
          )}
        </dd>
        {!destination.archivalEnabled && (
          <>
            <dt className={css.term}>Buffered</dt>
            <dd className={css.value}>
              <Figure figure={formatCount(facts.buffered)} /> {facts.buffered !== undefined && 'events'}
            </dd>
            <dt className={css.term}>Dead letters</dt>
            <dd className={css.value}>
              <Figure figure={formatCount(facts.deadLetter)} /> {facts.deadLetter !== undefined && 'events'}{' '}
              <DeadLettersButton amount={facts.deadLetter} componentId={destination.id} />
            </dd>
            <dt className={css.term}>Tried again</dt>
            <dd className={css.value}>
              <Figure figure={formatCount(facts.delivery?.retries)} />{' '}
              {facts.delivery && 'times in the last minute'}
            </dd>
            <dt className={css.term}>Latency p99</dt>
            <dd className={css.value}>
              {isMissing(facts.delivery?.latencyMilliseconds) ? (
                <Missing />
              ) : (
                `${formatDuration(Math.ceil(facts.delivery.latencyMilliseconds))} in the last minute`
              )}
            </dd>
            <dt className={css.term}>Longest wait</dt>
            <dd className={css.value}>
              {facts.delivery ? formatDuration(facts.delivery.lagSeconds * 1000) : <Missing />}
            </dd>
          </>
        )}
        <dt className={css.term}>{destination.archivalEnabled ? 'Archive of' : 'Pipelines'}</dt>
        <dd className={css.value}>
          {users.length === 0 && <Missing />}
          {users.map(({ id, name, path }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link href={path} className={quietLink}>
                {name}
              </Link>
            </span>
          ))}
        </dd>
      </dl>
      {isAnalyzed && facts.pipelines.length > 0 && (
        <p className={css.panelHealth}>
          <CommandButton id="destination.analyze" args={{ id: destination.id }} size="small" hideKeys />
          <span className={css.note}>Fields, event patterns and findings of its events</span>
        </p>
      )}
      <LossMark reasons={lossReasons(template, destination.config)} look="text" />
      {facts.errors.length > 0 && <ErrorGroups errors={facts.errors} />}
      {!destination.archivalEnabled && facts.pipelines.length > 0 && (
        <details onToggle={({ currentTarget }) => setHasTrends(currentTarget.open)}>
          <summary className={css.fold}>Latency, lag and buffer over time</summary>
          {hasTrends && (
            <Suspense fallback={<div className={css.chart} />}>
              <DestinationTrends siteId={destination.siteId} id={destination.id} />
            </Suspense>
          )}
        </details>
      )}
    </section>
  );
}
