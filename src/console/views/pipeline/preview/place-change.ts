import type { EditorEvent } from '../../../../../machines/pipeline-editor/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { outputKeysOf } from '../../../../graph/outputs.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import type { Change } from '../editor/change.ts';
import { toNodeChange } from '../editor/change-node.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';

/** Undefined when a transform can be added after the node. */
export function findPlaceRefusal(draft: Draft, nodeId: string | undefined): string | undefined {
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
 * Adds a transform after a node, or before it if it is a destination.
 * @throws Error with the reason when the graph does not allow it
 */
export function toChangeEvent(
  change: Change,
  draft: Draft,
  nodeId: string,
  catalogue: Catalogue,
): EditorEvent {
  const refusal = findPlaceRefusal(draft, nodeId);
  if (refusal !== undefined) throw new Error(refusal);
  const componentId = getComponentId(draft, nodeId);
  const { node, afterId } = toNodeChange(change, { draft, componentId, catalogue });
  const [fromId] = predecessorsOf(draft, nodeId);
  if (draft.nodes[nodeId]?.nodeType === 'SINK' && fromId !== undefined)
    return { type: 'graph.node.insert', node, fromId, toId: nodeId };
  return { type: 'graph.node.add', node, afterId };
}
