import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { selectOutcome, selectPhase, selectSample } from '../../../../../machines/preview/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { useCall } from '../../../api/use-call.ts';
import { PreviewContext } from '../preview/preview-context.ts';
import { buildPreviewedRun, buildStoredSampleRun } from '../preview/sample-runs.ts';
import { listReductionLines, type ReductionLine, type ReductionRun } from './reduction-lines.ts';

/** At most this many pinned samples run, to keep the dialog fast. */
const MOST_SAMPLES = 3;

function usePreviewed(isOfPreview: boolean) {
  const preview = useContext(PreviewContext);
  if (!isOfPreview || !preview || selectPhase(preview.snapshot) !== 'shown') return undefined;
  const [sample, next] = [selectSample(preview.snapshot), selectOutcome(preview.snapshot)];
  return sample && next ? { sample, next } : undefined;
}

export type Sides = {
  siteId: string;
  /** Undefined while unsaved, so without samples. */
  pipelineId: string | undefined;
  /** Undefined when nothing runs yet. */
  running: Draft | undefined;
  next: Draft;
  isOfPreview: boolean;
};

type Runs = { runs: readonly ReductionRun[]; isPending: boolean };

export type Reduction = { lines: readonly ReductionLine[]; isPending: boolean };

/** Runs the running version on the last preview's events. */
function usePreviewRuns({ siteId, pipelineId, running, isOfPreview }: Sides): Runs | undefined {
  const previewed = usePreviewed(isOfPreview);
  const before = useQuery(
    previewed && running
      ? buildPreviewedRun({ siteId, pipelineId }, running, previewed.sample)
      : { queryKey: ['previewPipeline', siteId, 'none'], queryFn: skipToken },
  );
  if (!previewed) return undefined;
  const { sample, next } = previewed;
  const { name, events } = sample;
  return {
    runs: [{ key: 'preview', name, eventCount: events.length, running: before.data, next }],
    isPending: before.isLoading,
  };
}

function usePinnedRuns({ siteId, pipelineId, running, next }: Sides, isAsked: boolean): Runs {
  const list = useCall(
    'listSamples',
    { path: { pipelineId: pipelineId ?? '' } },
    { isSuppressed: true, enabled: isAsked && pipelineId !== undefined },
  );
  const pinned = isAsked ? (list.data?.samples ?? []).filter((sample) => sample.pinned) : [];
  const samples = pinned.slice(0, MOST_SAMPLES);
  const runsOf = (draft: Draft | undefined) =>
    draft ? samples.map((sample) => buildStoredSampleRun({ siteId, pipelineId }, draft, sample)) : [];
  const after = useQueries({ queries: runsOf(next) });
  const before = useQueries({ queries: runsOf(running) });
  return {
    runs: samples.flatMap(({ id, name, eventCount }, index) => {
      const outcome = after[index]?.data;
      return outcome ? [{ key: id, name, eventCount, running: before[index]?.data, next: outcome }] : [];
    }),
    isPending: list.isLoading || [...after, ...before].some((query) => query.isLoading),
  };
}

/**
 * Compares the reduction of the running version and the one to deploy, on the last preview's events if it ran
 * this graph, else on the pinned samples.
 */
export function useReduction(sides: Sides): Reduction {
  const previewed = usePreviewRuns(sides);
  const pinned = usePinnedRuns(sides, previewed === undefined);
  const { runs, isPending } = previewed ?? pinned;
  return { lines: listReductionLines(runs), isPending };
}
