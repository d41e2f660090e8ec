import type { Draft, DraftNode } from './draft.ts';
import { successorsOf } from './graph-walk.ts';
import { outputKeysOf, outputsTo, targetsOf, withOutputs } from './outputs.ts';

/** The parts of a graph's edits: each answers a new draft, whose edges and named outputs agree. */

/** Connects two nodes; a node with named outputs by these. */
export function withEdge(draft: Draft, fromId: string, toId: string, outputs: readonly string[] = []): Draft {
  const keys = outputKeysOf(draft.nodes[fromId]);
  if (keys) {
    const all = keys.map((key): [string, readonly string[]] => {
      const nodeIds = targetsOf(draft, fromId, key);
      return [key, outputs.includes(key) && !nodeIds.includes(toId) ? [...nodeIds, toId] : nodeIds];
    });
    return withOutputs(draft, fromId, Object.fromEntries(all));
  }
  const nodeIds = successorsOf(draft, fromId);
  if (nodeIds.includes(toId)) return draft;
  return { ...draft, edges: { ...draft.edges, [fromId]: { nodeIds: [...nodeIds, toId] } } };
}

/** Disconnects two nodes; with `output` only the connection that leaves by it. */
export function withoutEdge(draft: Draft, fromId: string, toId: string, output?: string): Draft {
  const keys = outputKeysOf(draft.nodes[fromId]);
  if (keys) {
    const all = keys.map((key): [string, readonly string[]] => {
      const nodeIds = targetsOf(draft, fromId, key);
      return [key, output === undefined || output === key ? nodeIds.filter((id) => id !== toId) : nodeIds];
    });
    return withOutputs(draft, fromId, Object.fromEntries(all));
  }
  const nodeIds = successorsOf(draft, fromId).filter((id) => id !== toId);
  const edges = { ...draft.edges };
  if (nodeIds.length > 0) edges[fromId] = { nodeIds };
  else delete edges[fromId];
  return { ...draft, edges };
}

/** Leads a connection to another node, by the same outputs; with `output` only the part that leaves by it. */
export function movedEdge(
  draft: Draft,
  fromId: string,
  toId: string,
  newToId: string,
  output?: string,
): Draft {
  const outputs = output === undefined ? outputsTo(draft, fromId, toId) : [output];
  return withEdge(withoutEdge(draft, fromId, toId, output), fromId, newToId, outputs);
}

/** What follows a node, all of it or by one of its outputs. */
export const nextOf = (draft: Draft, id: string, output: string | undefined): readonly string[] =>
  output === undefined ? successorsOf(draft, id) : targetsOf(draft, id, output);

export const withNode = (draft: Draft, node: DraftNode): Draft => ({
  ...draft,
  nodes: { ...draft.nodes, [node.id]: node },
});
