import { useEffect, useMemo } from 'react';
import { wrapCentered } from '../../../../styles/layout.css.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import type {
  CheckKind,
  CheckOutcome,
  RequestCheck,
  SampleDifference,
} from '../../../contract/entities/changeset-checks.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { formatPercentText, toDataChanges } from '../../components/version-changes/data-changes.ts';
import { ChangeList } from '../../components/widgets/change-list/change-list.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { type ShapeName, StatusShape, type Tone } from '../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../lib/format.ts';
import * as css from './request-checks.css.ts';

const TITLES: Record<CheckKind, string> = {
  base: 'Base',
  definition: 'Definition',
  samples: 'Tests',
  data: 'Events',
  rights: 'Rights',
};

const LOOKS: Record<CheckOutcome, { shape: ShapeName; tone: Tone; word: string }> = {
  passed: { shape: 'check', tone: 'ok', word: 'passed' },
  warned: { shape: 'triangle', tone: 'warn', word: 'warning' },
  failed: { shape: 'octagon', tone: 'err', word: 'failed' },
  skipped: { shape: 'dashed', tone: 'text3', word: 'not run' },
};

function CheckRow({ kind, outcome, message, faults }: RequestCheck) {
  const { word, ...look } = LOOKS[outcome];
  return (
    <li className={css.check}>
      <span className={css.mark}>
        <StatusShape {...look} label={word} />
      </span>
      <span className={css.name}>{TITLES[kind]}</span>
      <div className={css.text}>
        <p>{message}</p>
        {faults.length > 0 && (
          <ul className={css.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

const formatCount = (count: number): string => formatExact(count) ?? '';

function SampleEffect({ difference }: { difference: SampleDifference }) {
  const { pipeline, sample, eventCount, problem, before, after, nodes } = difference;
  const label = `Events of ${sample} in ${pipeline}`;
  const changes = useMemo(
    () =>
      toDataChanges(
        nodes.map(({ key, before: was, after: is, events, eventCount: count }) => ({
          key,
          before: was,
          after: is,
          events,
          eventCount: count,
        })),
        Object.fromEntries(nodes.map((node) => [node.key, node])),
      ),
    [nodes],
  );
  return (
    <section className={css.sample} aria-label={label}>
      <h4 className={css.sampleTitle}>
        {pipeline}, {sample} <span className={css.quiet}>{counted(eventCount, 'event')}</span>
      </h4>
      {problem !== undefined && <p className={css.quiet}>{problem}</p>}
      {before && after && (
        <p className={css.figures}>
          <span>
            Reduction {formatPercentText(before.percentOptimized)} →{' '}
            <strong>{formatPercentText(after.percentOptimized)}</strong>
          </span>
          <span>
            Events out {formatCount(before.eventsOut)} → <strong>{formatCount(after.eventsOut)}</strong>
          </span>
          {before.errors + after.errors > 0 && (
            <span>
              Errors {formatCount(before.errors)} → <strong>{formatCount(after.errors)}</strong>
            </span>
          )}
        </p>
      )}
      {problem === undefined && changes.length === 0 && (
        <p className={css.quiet}>Every event has the same result as now.</p>
      )}
      {changes.length > 0 && <ChangeList label={label} changes={changes} />}
    </section>
  );
}

/** Why the checked commit cannot be merged; undefined if it can. */
const describeFailing = (checks: readonly RequestCheck[]): string | undefined => {
  const failed = checks.find(({ outcome }) => outcome === 'failed');
  return failed && `A check fails. ${failed.faults[0] ?? failed.message}`;
};

/**
 * The service's checks of an open request, repeated for each commit.
 * @param onChecked gets the reason against merging once the checks have run
 */
export function useRequestChecks(
  { id: pullRequestId, commit, status, hasConflict }: Changeset,
  onChecked: (id: string, commit: string, refusal: string | undefined) => void,
) {
  const checks = useCall(
    'getPullRequestChecks',
    { path: { pullRequestId } },
    { isSuppressed: true, keepPrevious: true, enabled: status === 'OPEN' && !hasConflict },
  );
  const { data, refetch } = checks;
  const isOutdated = data !== undefined && data.commit !== commit;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  useEffect(() => {
    if (data) onChecked(pullRequestId, data.commit, describeFailing(data.checks));
  }, [data, onChecked, pullRequestId]);
  return checks;
}

type Checks = ReturnType<typeof useRequestChecks>;

export function RequestChecks({ id, checks }: { id: string; checks: Checks }) {
  const { data, error, isFetching, refetch } = checks;
  return (
    <section className={css.section} aria-label="Checks">
      <div className={wrapCentered}>
        <h3 className={css.title}>Checks</h3>
        <span className={css.quiet} role="status">
          {isFetching && data ? 'Running …' : ''}
        </span>
        <CommandButton id="pullRequest.check" args={{ request: id }} size="small" />
      </div>
      {error && (
        <ErrorPanel title="The checks could not run" cause={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton width="100%" height={96} label="the checks" />}
      {data && data.checks.length > 0 && (
        <ul className={css.checks} aria-label="Results of the checks">
          {data.checks.map((check) => (
            <CheckRow key={check.kind} {...check} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Effect of an open request on events of pinned samples. */
export function SampleEffects({ checks: { data } }: { checks: Checks }) {
  if (!data || data.samples.length === 0) return null;
  return (
    <section className={css.section} aria-label="Effect on data">
      <h3 className={css.title}>Effect on data</h3>
      {data.samples.map((difference) => (
        <SampleEffect key={difference.sampleId} difference={difference} />
      ))}
    </section>
  );
}
