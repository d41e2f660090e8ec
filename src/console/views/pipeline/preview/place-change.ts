import {
  type Draft,
  type EditorEvent,
  outputKeysOf,
  predecessorsOf,
} from '../../../../../machines/pipeline-editor/index.ts';
import type { Change } from '../change.ts';
import { placedChange } from '../change-node.ts';
import { componentIdOf } from '../draft-from-graph.ts';
import type { Catalogue } from '../use-catalogue.ts';

/** Why no transform can be put where the events of this node leave it, or undefined. */
export function placeRefusal(draft: Draft, nodeId: string | undefined): string | undefined {
  const node = nodeId === undefined ? undefined : draft.nodes[nodeId];
  if (!node) return 'The graph has no node yet';
  if (node.nodeType === 'SINK') {
    return predecessorsOf(draft, node.id).length === 1
      ? undefined
      : `Several nodes lead to '${node.name}'; look at the event at one of them`;
  }
  return outputKeysOf(node)
    ? `'${node.name}' has named outputs; look at the event at a node after it`
    : undefined;
}

/**
 * The step of the editor that acts on what leaves a node: a transform after it, before a destination.
 * @throws Error that says why the graph on screen cannot take it.
 */
export function changeEvent(change: Change, draft: Draft, nodeId: string, catalogue: Catalogue): EditorEvent {
  const refusal = placeRefusal(draft, nodeId);
  if (refusal !== undefined) throw new Error(refusal);
  const componentId = componentIdOf(draft, nodeId);
  const { node, afterId } = placedChange(change, { draft, componentId, catalogue });
  const [fromId] = predecessorsOf(draft, nodeId);
  if (draft.nodes[nodeId]?.nodeType === 'SINK' && fromId !== undefined)
    return { type: 'graph.node.insert', node, fromId, toId: nodeId };
  return { type: 'graph.node.add', node, afterId };
}
