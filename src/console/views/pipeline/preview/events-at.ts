import { type PreviewSnapshot, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';

/** Newest first, as live events are. Before a run, the sample; undefined when there are no events. */
export function listEventsAt(
  snapshot: PreviewSnapshot,
  nodeId: string,
  most: number,
): { text: string }[] | undefined {
  const outcome = selectOutcome(snapshot);
  const texts = outcome
    ? (outcome.nodes[nodeId]?.results ?? []).map(({ before }) => before)
    : (selectSample(snapshot)?.events ?? []);
  if (texts.length === 0) return undefined;
  return texts
    .slice(0, most)
    .map((text) => ({ text }))
    .reverse();
}
