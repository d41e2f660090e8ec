import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import { keysOf } from '../../../../graph/compared-graph.ts';
import { diffRuns } from '../../../../graph/data-diff.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { useCall } from '../../../api/use-call.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { formatPercentText, toDataChanges } from '../../../components/version-changes/data-changes.ts';
import { ChangeList } from '../../../components/widgets/change-list/change-list.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { buildStoredSampleRun } from '../preview/sample-runs.ts';
import * as css from './versions.css.ts';

type Sides = { from: Draft; to: Draft };

function Reduction({ before, after }: { before: PreviewOutcome; after: PreviewOutcome }) {
  return (
    <p className={css.summary}>
      <span>
        Reduction {formatPercentText(before.total.percentOptimized)} →{' '}
        <strong>{formatPercentText(after.total.percentOptimized)}</strong>
      </span>
      <span>
        Events out {before.total.eventsOut} → <strong>{after.total.eventsOut}</strong>
      </span>
    </p>
  );
}

type SampleDifferenceProps = {
  pipeline: Pipeline;
  sides: Sides;
  sample: SampleSummary;
  onOpen: (key: string) => void;
};

function SampleDifference({ pipeline, sides, sample, onOpen }: SampleDifferenceProps) {
  const { from, to } = sides;
  const [first, second] = useQueries({
    queries: [from, to].map((draft) =>
      buildStoredSampleRun({ siteId: pipeline.siteId, pipelineId: pipeline.id }, draft, sample),
    ),
  });
  const [before, after] = [first?.data, second?.data];
  const changes = useMemo(() => {
    if (!before || !after) return undefined;
    const [was, is] = [keysOf(from), keysOf(to)];
    const named = [from, to].flatMap((draft, side) =>
      Object.values(draft.nodes).map((node) => [(side === 0 ? was : is).get(node.id) ?? node.id, node]),
    );
    return toDataChanges(
      diffRuns({ outcome: before, keys: was }, { outcome: after, keys: is }),
      Object.fromEntries(named),
    );
  }, [before, after, from, to]);
  const failed = [first, second].find((query) => query?.isError);
  const label = `Data of ${sample.name}`;
  return (
    <section className={css.section} aria-label={label}>
      <h4 className={css.sampleTitle}>
        {sample.name} <span className={css.quiet}>{sample.eventCount} events</span>
      </h4>
      {failed?.error && (
        <ErrorPanel
          title="The sample could not be run"
          cause={failed.error.message}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !changes && <Skeleton width="100%" height={48} label="both runs" />}
      {before && after && <Reduction before={before} after={after} />}
      {changes?.length === 0 && (
        <p className={css.quiet}>Every event has the same result in both versions.</p>
      )}
      {changes && changes.length > 0 && <ChangeList label={label} changes={changes} onOpen={onOpen} />}
    </section>
  );
}

type DataDifferenceProps = { pipeline: Pipeline; sides: Sides; onOpen: (key: string) => void };

/** Runs the pinned samples through both versions in the sandboxed engine. */
export function DataDifference({ pipeline, sides, onOpen }: DataDifferenceProps) {
  const list = useCall('listSamples', { path: { pipelineId: pipeline.id } }, { isSuppressed: true });
  const pinned = list.data?.samples.filter((sample) => sample.pinned) ?? [];
  return (
    <section className={css.section} aria-label="Data">
      <h3 className={css.sectionTitle}>Effect on data</h3>
      {list.isError && (
        <ErrorPanel
          title="The samples could not be read"
          cause={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Skeleton width="100%" height={48} label="samples" />}
      {list.data && pinned.length === 0 && (
        <>
          <p className={css.quiet}>
            No sample is pinned to this pipeline, so there are no events to run through both versions. Capture
            some, or pin a sample.
          </p>
          <p className={css.summary}>
            <CommandButton id="preview.capture" size="small" hideKeys />
            <CommandButton id="preview.samples" size="small" variant="ghost" hideKeys />
          </p>
        </>
      )}
      {pinned.map((sample) => (
        <SampleDifference key={sample.id} pipeline={pipeline} sides={sides} sample={sample} onOpen={onOpen} />
      ))}
    </section>
  );
}
