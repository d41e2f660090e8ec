import type { Draft, DraftNode, FormProblem } from './draft.ts';
import { pathExists, predecessorsOf, successorsOf } from './graph-walk.ts';

/** Result of an edit: the new draft, or why the edit is not possible. Drafts are never changed in place. */
export type Edited = { draft: Draft; error?: undefined } | { draft?: undefined; error: string };

const fail = (error: string): Edited => ({ error });
const done = (draft: Draft): Edited => ({ draft });

const NO_NODE = 'This node is no longer in the graph';

const label = (draft: Draft, id: string): string => `'${draft.nodes[id]?.name ?? id}'`;

function withEdge(draft: Draft, fromId: string, toId: string): Draft {
  const nodeIds = successorsOf(draft, fromId);
  if (nodeIds.includes(toId)) return draft;
  return { ...draft, edges: { ...draft.edges, [fromId]: { nodeIds: [...nodeIds, toId] } } };
}

function withoutEdge(draft: Draft, fromId: string, toId: string): Draft {
  const nodeIds = successorsOf(draft, fromId).filter((id) => id !== toId);
  const edges = { ...draft.edges };
  if (nodeIds.length > 0) edges[fromId] = { nodeIds };
  else delete edges[fromId];
  return { ...draft, edges };
}

const withNode = (draft: Draft, node: DraftNode): Draft => ({
  ...draft,
  nodes: { ...draft.nodes, [node.id]: node },
});

/** Adds a node without connecting it. */
export function addNode(draft: Draft, node: DraftNode): Edited {
  if (draft.nodes[node.id]) return fail(`${label(draft, node.id)} is already in this pipeline`);
  if (node.nodeType === 'SOURCE') {
    const other = Object.values(draft.nodes).find((existing) => existing.nodeType === 'SOURCE');
    if (other) return fail(`A pipeline has one source; remove '${other.name}' first`);
  }
  return done(withNode(draft, node));
}

/**
 * Adds a node after another one: a transform takes over what came after it, a destination becomes one
 * more branch.
 */
export function addAfter(draft: Draft, afterId: string, node: DraftNode): Edited {
  const after = draft.nodes[afterId];
  if (!after) return fail(NO_NODE);
  if (after.nodeType === 'SINK') return fail('A destination is an end: nothing can come after it');
  if (node.nodeType === 'SOURCE') return fail('A source is a start: it cannot come after another node');
  const added = addNode(draft, node);
  if (!added.draft) return added;
  if (node.nodeType === 'SINK') return done(withEdge(added.draft, afterId, node.id));
  let next = added.draft;
  for (const id of successorsOf(draft, afterId)) {
    next = withEdge(withoutEdge(next, afterId, id), node.id, id);
  }
  return done(withEdge(next, afterId, node.id));
}

/** Puts a transform on the connection between two nodes. */
export function insertOnEdge(draft: Draft, fromId: string, toId: string, node: DraftNode): Edited {
  if (!successorsOf(draft, fromId).includes(toId)) return fail('This connection is no longer in the graph');
  if (node.nodeType !== 'TRANSFORM') return fail('Only a transform can stand between two nodes');
  const added = addNode(draft, node);
  if (!added.draft) return added;
  return done(withEdge(withEdge(withoutEdge(added.draft, fromId, toId), fromId, node.id), node.id, toId));
}

/** Connects two nodes; refuses what would make the graph invalid, above all a cycle (R5-19). */
export function connect(draft: Draft, fromId: string, toId: string): Edited {
  const from = draft.nodes[fromId];
  const to = draft.nodes[toId];
  if (!from || !to) return fail(NO_NODE);
  if (fromId === toId) return fail('A node cannot be connected to itself');
  if (from.nodeType === 'SINK')
    return fail(`${label(draft, fromId)} is a destination: nothing can come after it`);
  if (to.nodeType === 'SOURCE') return fail(`${label(draft, toId)} is a source: nothing can come before it`);
  if (successorsOf(draft, fromId).includes(toId)) {
    return fail(`${label(draft, fromId)} and ${label(draft, toId)} are connected already`);
  }
  if (pathExists(draft, toId, fromId)) {
    return fail(`This would make a cycle: ${label(draft, toId)} already leads to ${label(draft, fromId)}`);
  }
  return done(withEdge(draft, fromId, toId));
}

export function disconnect(draft: Draft, fromId: string, toId: string): Edited {
  if (!successorsOf(draft, fromId).includes(toId)) return fail('These nodes are not connected');
  return done(withoutEdge(draft, fromId, toId));
}

function removeOne(draft: Draft, id: string): Draft {
  const node = draft.nodes[id];
  const before = predecessorsOf(draft, id);
  const after = successorsOf(draft, id);
  let next = draft;
  for (const from of before) next = withoutEdge(next, from, id);
  for (const to of after) next = withoutEdge(next, id, to);
  if (node?.nodeType === 'TRANSFORM') {
    for (const from of before) for (const to of after) next = withEdge(next, from, to);
  }
  const { [id]: _node, ...nodes } = next.nodes;
  const { [id]: _meta, ...meta } = next.meta;
  return { ...next, nodes, meta };
}

/** Removes nodes; what stood around a removed transform is connected again (healing). */
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
  return done(withNode(draft, change(node)));
}

export const renameNode = (draft: Draft, id: string, name: string): Edited =>
  changeTransform(draft, id, (node) => ({ ...node, name }));

/** Sets the configuration of a transform, with the problems its form found. */
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

/** Turns a transform or destination off or on without removing it. */
export function toggleDisabled(draft: Draft, id: string): Edited {
  const node = draft.nodes[id];
  if (!node) return fail(NO_NODE);
  if (node.nodeType === 'SOURCE') return fail('A source cannot be disabled here; pause the pipeline instead');
  const { disabled, ...rest } = draft.meta[id] ?? {};
  return done({ ...draft, meta: { ...draft.meta, [id]: disabled ? rest : { ...rest, disabled: true } } });
}

export function setNotes(draft: Draft, id: string, notes: string): Edited {
  if (!draft.nodes[id]) return fail(NO_NODE);
  return done({ ...draft, meta: { ...draft.meta, [id]: { ...draft.meta[id], notes } } });
}

/** First free name: `Filter copy`, `Filter copy 2`, … counting from `firstNumber`. */
export function freeName(wanted: string, taken: Iterable<string>, firstNumber = 2): string {
  const names = new Set(taken);
  if (!names.has(wanted)) return wanted;
  for (let number = firstNumber; ; number += 1)
    if (!names.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** Copies a transform, under a new id, to the place right after it. */
export function duplicate(draft: Draft, id: string, newId: string): Edited {
  const node = draft.nodes[id];
  if (!node) return fail(NO_NODE);
  if (node.nodeType !== 'TRANSFORM') return fail(`${label(draft, id)} cannot stand twice in one pipeline`);
  const name = freeName(
    `${node.name} copy`,
    Object.values(draft.nodes).map((existing) => existing.name),
  );
  return addAfter(draft, id, { ...node, id: newId, name });
}
