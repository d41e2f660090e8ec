import type { Draft, DraftNode, FormProblem } from './draft.ts';
import {
  followOutputs,
  openOutput,
  outputKeysOf,
  outputsTo,
  outputTitle,
  targetsOf,
  withOutputs,
} from './outputs.ts';
import { pathExists, predecessorsOf, successorsOf } from './walk.ts';

/** The new draft, or a refusal. Drafts are never mutated. */
export type Edited = { draft: Draft; error?: undefined } | { draft?: undefined; error: string };

export const fail = (error: string): Edited => ({ error });
export const done = (draft: Draft): Edited => ({ draft });

export const NO_NODE = 'This node is no longer in the graph';
const NO_EDGE = 'This connection is no longer in the graph';

const label = (draft: Draft, id: string): string => `'${draft.nodes[id]?.name ?? id}'`;

/** `outputs`: required for nodes with named outputs. */
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

/** `output`: only that connection. */
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

/** Keeps the connection's outputs; with `output`, moves only that one. */
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

export const nextOf = (draft: Draft, id: string, output: string | undefined): readonly string[] =>
  output === undefined ? successorsOf(draft, id) : targetsOf(draft, id, output);

export const withNode = (draft: Draft, node: DraftNode): Draft => ({
  ...draft,
  nodes: { ...draft.nodes, [node.id]: node },
});

export function addNode(draft: Draft, node: DraftNode): Edited {
  if (draft.nodes[node.id]) return fail(`${label(draft, node.id)} is already in this pipeline`);
  if (node.nodeType === 'SOURCE') {
    const other = Object.values(draft.nodes).find((existing) => existing.nodeType === 'SOURCE');
    if (other) return fail(`A pipeline has one source; remove '${other.name}' first`);
  }
  return done(withNode(draft, node));
}

export type AddWay = { output?: string | undefined; isBranch?: boolean | undefined };

/**
 * Inserts a transform before the following nodes, unless it starts a branch. A destination becomes another
 * branch.
 */
export function addAfter(draft: Draft, afterId: string, node: DraftNode, way: AddWay = {}): Edited {
  const after = draft.nodes[afterId];
  if (!after) return fail(NO_NODE);
  if (after.nodeType === 'SINK') return fail('Nothing can come after a destination');
  if (node.nodeType === 'SOURCE') return fail('A source cannot come after another node');
  const output = way.output ?? openOutput(draft, afterId);
  if (output !== undefined && !outputKeysOf(after)?.includes(output)) {
    return fail(`${label(draft, afterId)} has no output '${outputTitle(output)}'`);
  }
  const added = addNode(draft, node);
  if (!added.draft) return added;
  const outputs = output === undefined ? [] : [output];
  let next = added.draft;
  if (node.nodeType === 'TRANSFORM' && !way.isBranch) {
    const own = openOutput(next, node.id);
    for (const id of nextOf(draft, afterId, output)) {
      next = withEdge(withoutEdge(next, afterId, id, output), node.id, id, own === undefined ? [] : [own]);
    }
  }
  return done(withEdge(next, afterId, node.id, outputs));
}

export function insertOnEdge(draft: Draft, fromId: string, toId: string, node: DraftNode): Edited {
  if (!successorsOf(draft, fromId).includes(toId)) return fail(NO_EDGE);
  if (node.nodeType !== 'TRANSFORM') return fail('Only a transform can stand between two nodes');
  const added = addNode(draft, node);
  if (!added.draft) return added;
  const own = openOutput(added.draft, node.id);
  const moved = movedEdge(added.draft, fromId, toId, node.id);
  return done(withEdge(moved, node.id, toId, own === undefined ? [] : [own]));
}

/** Regardless of existing connections. */
function connectRefusal(draft: Draft, fromId: string, toId: string): string | undefined {
  const from = draft.nodes[fromId];
  const to = draft.nodes[toId];
  if (!from || !to) return NO_NODE;
  if (fromId === toId) return 'A node cannot be connected to itself';
  if (from.nodeType === 'SINK') return `${label(draft, fromId)} is a destination: nothing can come after it`;
  if (to.nodeType === 'SOURCE') return `${label(draft, toId)} is a source: nothing can come before it`;
  if (pathExists(draft, toId, fromId)) {
    return `This would make a cycle: ${label(draft, toId)} already leads to ${label(draft, fromId)}`;
  }
  return undefined;
}

/** Uses the given output, or the first unconnected one. Refuses cycles. */
export function connect(draft: Draft, fromId: string, toId: string, output?: string): Edited {
  const refusal = connectRefusal(draft, fromId, toId);
  if (refusal !== undefined) return fail(refusal);
  const keys = outputKeysOf(draft.nodes[fromId]);
  const by = keys ? (output ?? openOutput(draft, fromId)) : undefined;
  if (by !== undefined && !keys?.includes(by)) {
    return fail(`${label(draft, fromId)} has no output '${outputTitle(by)}'`);
  }
  if (nextOf(draft, fromId, by).includes(toId)) {
    const how = by === undefined ? '' : ` by '${outputTitle(by)}'`;
    return fail(`${label(draft, fromId)} and ${label(draft, toId)} are connected already${how}`);
  }
  return done(withEdge(draft, fromId, toId, by === undefined ? [] : [by]));
}

/** Existing connections stay. */
export function connectAll(draft: Draft, fromIds: readonly string[], toId: string): Edited {
  const open = fromIds.filter((id) => id !== toId && !successorsOf(draft, id).includes(toId));
  if (open.length === 0) return fail(`All of them lead to ${label(draft, toId)} already`);
  return open.reduce<Edited>(
    (edited, id) => (edited.draft ? connect(edited.draft, id, toId) : edited),
    done(draft),
  );
}

export function reconnect(
  draft: Draft,
  fromId: string,
  toId: string,
  newToId: string,
  output?: string,
): Edited {
  if (!nextOf(draft, fromId, output).includes(toId)) return fail(NO_EDGE);
  if (newToId === toId) return fail(`The connection leads to ${label(draft, toId)} already`);
  const refusal = connectRefusal(withoutEdge(draft, fromId, toId, output), fromId, newToId);
  if (refusal !== undefined) return fail(refusal);
  if (nextOf(draft, fromId, output).includes(newToId)) {
    return fail(`${label(draft, fromId)} and ${label(draft, newToId)} are connected already`);
  }
  return done(movedEdge(draft, fromId, toId, newToId, output));
}

export function disconnect(draft: Draft, fromId: string, toId: string, output?: string): Edited {
  const hasIt =
    output === undefined
      ? successorsOf(draft, fromId).includes(toId)
      : targetsOf(draft, fromId, output).includes(toId);
  if (!hasIt) return fail('These nodes are not connected');
  return done(withoutEdge(draft, fromId, toId, output));
}

function removeOne(draft: Draft, id: string): Draft {
  const node = draft.nodes[id];
  const before = predecessorsOf(draft, id);
  const after = successorsOf(draft, id);
  let next = draft;
  for (const from of before) {
    const outputs = outputsTo(next, from, id);
    next = withoutEdge(next, from, id);
    if (node?.nodeType === 'TRANSFORM') for (const to of after) next = withEdge(next, from, to, outputs);
  }
  const { [id]: _node, ...nodes } = next.nodes;
  const { [id]: _meta, ...meta } = next.meta;
  const { [id]: _edges, ...edges } = next.edges;
  return { ...next, nodes, edges, meta };
}

/** Reconnects the neighbors of removed transforms. */
export function removeNodes(draft: Draft, ids: readonly string[]): Edited {
  if (ids.length === 0 || ids.some((id) => !draft.nodes[id])) return fail(NO_NODE);
  return done(ids.reduce(removeOne, draft));
}

function changeTransform(draft: Draft, id: string, change: (node: DraftNode) => DraftNode): Edited {
  const node = draft.nodes[id];
  if (!node) return fail(NO_NODE);
  if (node.nodeType !== 'TRANSFORM') {
    return fail(`${label(draft, id)} is shared by pipelines; change it on its own page`);
  }
  const changed = change(node);
  return done(followOutputs(withNode(draft, changed), node, changed));
}

export const renameNode = (draft: Draft, id: string, name: string): Edited =>
  changeTransform(draft, id, (node) => ({ ...node, name }));

export const setConfig = (
  draft: Draft,
  id: string,
  config: Record<string, unknown>,
  formProblems: FormProblem[] = [],
): Edited =>
  changeTransform(draft, id, ({ formProblems: _old, ...node }) => ({
    ...node,
    config,
    ...(formProblems.length > 0 ? { formProblems } : {}),
  }));

/** Disables transforms and destinations, or enables them if all are disabled. */
export function toggleDisabled(draft: Draft, ids: readonly string[]): Edited {
  if (ids.length === 0 || ids.some((id) => !draft.nodes[id])) return fail(NO_NODE);
  if (ids.some((id) => draft.nodes[id]?.nodeType === 'SOURCE')) {
    return fail('A source cannot be disabled here; pause the pipeline instead');
  }
  const isOff = ids.every((id) => draft.meta[id]?.disabled);
  const meta = { ...draft.meta };
  for (const id of ids) {
    const { disabled: _former, ...rest } = meta[id] ?? {};
    meta[id] = isOff ? rest : { ...rest, disabled: true };
  }
  return done({ ...draft, meta });
}

export function setNotes(draft: Draft, id: string, notes: string): Edited {
  if (!draft.nodes[id]) return fail(NO_NODE);
  return done({ ...draft, meta: { ...draft.meta, [id]: { ...draft.meta[id], notes } } });
}
