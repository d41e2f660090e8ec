import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';

export type CapturePlace = {
  id: string | undefined;
  note: string | undefined;
};

/** Nodes that emit events in the running version; while that loads, all nodes of the draft. */
export const listRunningPlaces = (draft: Draft, running: Draft | undefined): DraftNode[] => {
  const components = running && new Set(Object.keys(running.nodes).map((id) => getComponentId(running, id)));
  return Object.values(draft.nodes).filter(
    ({ id, nodeType }) =>
      nodeType !== 'SINK' && (components === undefined || components.has(getComponentId(draft, id))),
  );
};

function findNearestBefore(draft: Draft, id: string, places: ReadonlySet<string>): string | undefined {
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

/** The selected node if it runs, else the nearest running one before it; without a selection, the source. */
export function capturePlace(
  draft: Draft,
  running: Draft | undefined,
  selectedId: string | undefined,
  version: number,
): CapturePlace {
  const places = listRunningPlaces(draft, running);
  const source = places.find(({ nodeType }) => nodeType === 'SOURCE') ?? places[0];
  const selected = selectedId === undefined ? undefined : draft.nodes[selectedId];
  if (!selected) return { id: source?.id, note: undefined };
  const ids = new Set(places.map(({ id }) => id));
  if (ids.has(selected.id)) return { id: selected.id, note: undefined };
  const id = findNearestBefore(draft, selected.id, ids) ?? source?.id;
  const where =
    id === undefined ? '' : `; '${draft.nodes[id]?.name}' is the nearest node before it that does`;
  const why =
    selected.nodeType === 'SINK' ? 'is a destination and passes nothing on' : `does not run in v${version}`;
  return { id, note: `'${selected.name}' ${why}${where}.` };
}
