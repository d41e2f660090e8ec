import { type Draft, type DraftNode, predecessorsOf } from '../../../../../machines/pipeline-editor/index.ts';
import { componentIdOf } from '../draft-from-graph.ts';

/** Where a capture is proposed, and what stands in the way of the node that was meant. */
export type CapturePlace = {
  id: string | undefined;
  /** Said beside the proposal when it is another node than the selected one. */
  note: string | undefined;
};

/** Nodes that pass events on in the version that runs; a version that is still being read is taken to have all. */
export const runningPlaces = (draft: Draft, running: Draft | undefined): DraftNode[] => {
  const components = running && new Set(Object.keys(running.nodes).map((id) => componentIdOf(running, id)));
  return Object.values(draft.nodes).filter(
    ({ id, nodeType }) =>
      nodeType !== 'SINK' && (components === undefined || components.has(componentIdOf(draft, id))),
  );
};

/** The nearest of these nodes that leads to a node. */
function nearestBefore(draft: Draft, id: string, places: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>([id]);
  let level = [id];
  while (level.length > 0) {
    level = level.flatMap((one) => predecessorsOf(draft, one)).filter((one) => !seen.has(one));
    const found = level.find((one) => places.has(one));
    if (found !== undefined) return found;
    for (const one of level) seen.add(one);
  }
  return undefined;
}

/**
 * The node a capture begins at unless another is chosen: the selected one where it runs, else the nearest running
 * one before it; the source while none is selected.
 */
export function capturePlace(
  draft: Draft,
  running: Draft | undefined,
  selectedId: string | undefined,
  version: number,
): CapturePlace {
  const places = runningPlaces(draft, running);
  const source = places.find(({ nodeType }) => nodeType === 'SOURCE') ?? places[0];
  const selected = selectedId === undefined ? undefined : draft.nodes[selectedId];
  if (!selected) return { id: source?.id, note: undefined };
  const ids = new Set(places.map(({ id }) => id));
  if (ids.has(selected.id)) return { id: selected.id, note: undefined };
  const id = nearestBefore(draft, selected.id, ids) ?? source?.id;
  const where =
    id === undefined ? '' : `; '${draft.nodes[id]?.name}' is the nearest node before it that does`;
  const why =
    selected.nodeType === 'SINK' ? 'is a destination and passes nothing on' : `does not run in v${version}`;
  return { id, note: `'${selected.name}' ${why}${where}.` };
}
