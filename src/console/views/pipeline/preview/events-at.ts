import { type PreviewSnapshot, selectOutcome, selectSample } from '../../../../../machines/preview/index.ts';

/**
 * The first events of the preview that come to a node, last one first as those that flow are; before a run those
 * of the sample. Undefined without a sample, or when none of it comes to the node.
 */
export function eventsAt(
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
