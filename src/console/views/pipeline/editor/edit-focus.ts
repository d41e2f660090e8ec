import type { EditorEvent } from '../../../../../machines/pipeline-editor/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { predecessorsOf, successorsOf } from '../../../../graph/walk.ts';

const BRINGS_NODES = new Set<EditorEvent['type']>([
  'graph.node.add',
  'graph.node.insert',
  'graph.node.duplicate',
  'graph.paste',
]);

const listNeighbours = (draft: Draft, id: string): string[] => [
  ...predecessorsOf(draft, id),
  ...successorsOf(draft, id),
];

function findNearestLeft(before: Draft, after: Draft, gone: readonly string[]): string | undefined {
  const seen = new Set(gone);
  const open = [...gone];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const near of listNeighbours(before, id)) {
      if (after.nodes[near]) return near;
      if (!seen.has(near)) open.push(near);
      seen.add(near);
    }
  }
  return Object.keys(after.nodes)[0];
}

/** The node to focus after an edit: the start of what was added, or the nearest remaining one. */
export function focusAfter(
  event: EditorEvent,
  before: Draft,
  after: Draft,
  cursorId: string | undefined,
): string | undefined {
  if (before === after) return undefined;
  if (BRINGS_NODES.has(event.type)) {
    const come = Object.keys(after.nodes).filter((id) => !before.nodes[id]);
    const first = come.find((id) => !predecessorsOf(after, id).some((from) => come.includes(from)));
    if (first !== undefined) return first;
  }
  const gone = Object.keys(before.nodes).filter((id) => !after.nodes[id]);
  return cursorId !== undefined && gone.includes(cursorId)
    ? findNearestLeft(before, after, [cursorId])
    : undefined;
}
