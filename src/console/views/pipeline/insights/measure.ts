import type { Measured } from '../../../../../machines/data-insights/index.ts';
import { addAfter, type Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import type { Change } from '../change.ts';
import { placedChange } from '../change-node.ts';
import { runSample } from '../preview/preview-calls.ts';
import { previewGraph } from '../preview/preview-graph.ts';
import { withDetails } from '../save-calls.ts';
import type { Catalogue } from '../use-catalogue.ts';

/** What a change is put into. */
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
    { siteId, pipelineId, graph: previewGraph(draft) },
    { origin: 'captured', name: '', events, startComponentId: componentId },
    signal,
    [],
  );

/**
 * Measures what changes save of the events that were looked at: the graph on screen runs on them as it stands,
 * once, and with each change. Nothing is sent to a destination.
 * @throws Error that says why it could not be run.
 */
export function createMeasure() {
  let plain: { place: MeasurePlace; looked: Looked; outcome: Promise<PreviewOutcome> } | undefined;
  const runPlain = (place: MeasurePlace, looked: Looked, signal: AbortSignal) => {
    if (plain?.place.draft !== place.draft || plain.looked.events !== looked.events) {
      plain = { place, looked, outcome: run(place, place.draft, looked, signal) };
      // One that failed or was cut short is run anew for the next change.
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
    const { node, afterId } = placedChange(change, { ...place, componentId: looked.componentId });
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
      throw withDetails(caught);
    }
  };
}
