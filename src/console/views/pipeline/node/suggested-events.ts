import { type PreviewSnapshot, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';
import { type EventsToFit, toEventsToFit } from '../../../components/suggestions/events-to-fit.ts';

/** Events of the preview as they reach a node, before the node changes them. */
export function listPreviewedEvents(
  snapshot: PreviewSnapshot | undefined,
  nodeId: string,
): EventsToFit | undefined {
  const results = snapshot && selectOutcome(snapshot)?.nodes[nodeId]?.results;
  if (results && results.length > 0)
    return toEventsToFit(results.map(({ before, isText }) => ({ text: before, isText })));
  const sample = snapshot && selectSample(snapshot);
  return sample && toEventsToFit(sample.events.map((text) => ({ text })));
}
