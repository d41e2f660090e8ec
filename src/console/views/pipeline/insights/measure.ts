import type { Measured } from '../../../../../machines/data-insights/index.ts';
import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { addAfter } from '../../../../graph/edits.ts';
import type { Change } from '../editor/change.ts';
import { toNodeChange } from '../editor/change-node.ts';
import { addErrorDetails } from '../editor/save-calls.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';
import { runSample } from '../preview/preview-calls.ts';
import { toPreviewGraph } from '../preview/preview-graph.ts';

export type MeasurePlace = { siteId: string; pipelineId: string; draft: Draft; catalogue: Catalogue };

type Looked = { componentId: string; events: readonly string[] };

const NODE_ID = 'measured';

const NOTHING_FITS = 'One event is larger than what a trial run takes';

const run = (
  { siteId, pipelineId }: MeasurePlace,
  draft: Draft,
  { componentId, events }: Looked,
  signal: AbortSignal,
): Promise<PreviewOutcome> =>
  runSample(
    { siteId, pipelineId, graph: toPreviewGraph(draft) },
    { origin: 'captured', name: '', events, startComponentId: componentId },
    signal,
    [],
  );

/**
 * Runs the inspected events through the graph once as it is, and once with each change. Nothing is sent to a
 * destination.
 * @throws Error with the reason when it cannot run
 */
export function createMeasure() {
  let plain: { place: MeasurePlace; looked: Looked; outcome: Promise<PreviewOutcome> } | undefined;
  const runPlain = (place: MeasurePlace, looked: Looked, signal: AbortSignal) => {
    if (plain?.place.draft !== place.draft || plain.looked.events !== looked.events) {
      plain = { place, looked, outcome: run(place, place.draft, looked, signal) };
      // After a failure or abort, run again for the next change.
      plain.outcome.catch(() => {
        plain = undefined;
      });
    }
    return plain.outcome;
  };
  return async (
    change: Change,
    place: MeasurePlace,
    looked: Looked,
    signal: AbortSignal,
  ): Promise<Measured> => {
    if (looked.events.length === 0) throw new Error(NOTHING_FITS);
    const { node, afterId } = toNodeChange(change, { ...place, componentId: looked.componentId });
    const { draft, error } = addAfter(place.draft, afterId, { ...node, id: NODE_ID });
    if (!draft) throw new Error(error);
    try {
      const before = await runPlain(place, looked, signal);
      const after = await run(place, draft, looked, signal);
      const at = after.nodes[NODE_ID];
      return {
        events: looked.events.length,
        bytesIn: at?.bytesIn ?? 0,
        bytesOut: at?.bytesOut ?? 0,
        deliveredBefore: before.total.bytesOut,
        deliveredAfter: after.total.bytesOut,
      };
    } catch (caught) {
      throw addErrorDetails(caught);
    }
  };
}
