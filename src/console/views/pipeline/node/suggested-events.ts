import { type PreviewSnapshot, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';
import { SUGGEST_EVENT_MAX_LENGTH, SUGGEST_EVENTS_MAX } from '../../../../contract/calls/suggestions.ts';

export type EventsToFit = { events: string[]; isText: boolean[] };

/** Events as they are asked about; ones that are too long for it are left out. */
export function toEventsToFit(
  events: readonly { text: string; isText?: boolean | undefined }[],
): EventsToFit | undefined {
  const asked = events
    .filter(({ text }) => text.length <= SUGGEST_EVENT_MAX_LENGTH)
    .slice(0, SUGGEST_EVENTS_MAX);
  if (asked.length === 0) return undefined;
  return { events: asked.map(({ text }) => text), isText: asked.map(({ isText }) => isText === true) };
}

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
