import { freeName } from '../contract/values.ts';
import { type Draft, type DraftNode, isTemporaryId, type NodeMeta } from './draft.ts';
import {
  addAfter,
  done,
  type Edited,
  fail,
  movedEdge,
  NO_NODE,
  nextOf,
  withEdge,
  withNode,
  withoutEdge,
} from './edits.ts';
import { openOutput, outputsTo, withOutputs } from './outputs.ts';
import { predecessorsOf, successorsOf } from './walk.ts';

export type NewId = () => string;

const listNames = (draft: Draft): string[] => Object.values(draft.nodes).map(({ name }) => name);
/** `Filter copy`, `Filter copy 2`, …; the copy of a copy gets the next number. */
const freeCopyName = (draft: Draft, name: string): string =>
  freeName(`${name.replace(/ copy( \d+)?$/, '')} copy`, listNames(draft));

/** Without lineage and outputs: metrics and connections are its own. */
const copiedMeta = ({ disabled, notes }: NodeMeta = {}): NodeMeta => ({
  ...(disabled ? { disabled } : {}),
  ...(notes ? { notes } : {}),
});

function duplicateOne(draft: Draft, node: DraftNode, newId: NewId): Edited {
  const id = newId();
  const edited = addAfter(draft, node.id, { ...node, id, name: freeCopyName(draft, node.name) });
  if (!edited.draft) return edited;
  const meta = {
    ...edited.draft.meta,
    [id]: { ...edited.draft.meta[id], ...copiedMeta(draft.meta[node.id]) },
  };
  return done({ ...edited.draft, meta });
}

/** In parallel: connected to each other and the same neighbors. */
function duplicateSeveral(draft: Draft, nodes: readonly DraftNode[], newId: NewId): Edited {
  const ids = new Map(nodes.map((node) => [node.id, newId()]));
  const findCopy = (id: string): string => ids.get(id) ?? id;
  let next = draft;
  for (const node of nodes) {
    const id = findCopy(node.id);
    next = withNode(next, { ...node, id, name: freeCopyName(next, node.name) });
    next = { ...next, meta: { ...next.meta, [id]: copiedMeta(draft.meta[node.id]) } };
  }
  for (const { id } of nodes) {
    for (const to of successorsOf(draft, id))
      next = withEdge(next, findCopy(id), findCopy(to), outputsTo(draft, id, to));
    for (const from of predecessorsOf(draft, id))
      if (!ids.has(from)) next = withEdge(next, from, findCopy(id), outputsTo(draft, from, id));
  }
  return done(next);
}

/** One copy goes after its original, several run in parallel. */
export function duplicate(draft: Draft, ids: readonly string[], newId: NewId): Edited {
  const nodes = ids.flatMap((id) => draft.nodes[id] ?? []);
  const [first] = nodes;
  if (!first || nodes.length < ids.length) return fail(NO_NODE);
  const shared = nodes.find(({ nodeType }) => nodeType !== 'TRANSFORM');
  if (shared) return fail(`'${shared.name}' cannot be in one pipeline twice`);
  return nodes.length === 1 ? duplicateOne(draft, first, newId) : duplicateSeveral(draft, nodes, newId);
}

export type Clip = {
  nodes: readonly DraftNode[];
  edges: Readonly<Record<string, readonly string[]>>;
  meta: Readonly<Record<string, NodeMeta>>;
};

export function clipOf(draft: Draft, ids: readonly string[]): Clip {
  const nodes = Object.values(draft.nodes).filter(({ id }) => ids.includes(id));
  const has = (id: string): boolean => ids.includes(id);
  const edges = nodes.map(({ id }): [string, string[]] => [id, successorsOf(draft, id).filter(has)]);
  const meta = nodes.map(({ id }): [string, NodeMeta] => {
    const outputs = Object.entries(draft.meta[id]?.outputs ?? {})
      .map(([output, to]): [string, string[]] => [output, to.filter(has)])
      .filter(([, to]) => to.length > 0);
    const marks = copiedMeta(draft.meta[id]);
    return [id, outputs.length > 0 ? { ...marks, outputs: Object.fromEntries(outputs) } : marks];
  });
  return {
    nodes: nodes.map(({ formProblems: _marks, ...node }) => node),
    edges: Object.fromEntries(edges.filter(([, to]) => to.length > 0)),
    meta: Object.fromEntries(meta.filter(([, marks]) => Object.keys(marks).length > 0)),
  };
}

/** Sources and destinations in the draft are reused. */
const staysItself = (node: DraftNode): boolean => node.nodeType !== 'TRANSFORM';

function placeClip(draft: Draft, clip: Clip, newId: NewId): { draft: Draft; idOf: Map<string, string> } {
  const idOf = new Map(clip.nodes.map((node) => [node.id, staysItself(node) ? node.id : newId()]));
  let next = draft;
  for (const node of clip.nodes) {
    const id = idOf.get(node.id) ?? node.id;
    if (next.nodes[id]) continue;
    const name = node.nodeType === 'TRANSFORM' ? freeName(node.name, listNames(next)) : node.name;
    next = withNode(next, { ...node, id, name });
    next = { ...next, meta: { ...next.meta, [id]: copiedMeta(clip.meta[node.id]) } };
  }
  const listIds = (ids: readonly string[]) => ids.flatMap((id) => idOf.get(id) ?? []);
  for (const [from, to] of Object.entries(clip.edges)) {
    const id = idOf.get(from);
    if (id === undefined) continue;
    const { outputs } = clip.meta[from] ?? {};
    if (outputs) {
      const placed = Object.entries(outputs).map(([output, ids]) => [output, listIds(ids)]);
      next = withOutputs(next, id, Object.fromEntries(placed));
    } else for (const target of listIds(to)) next = withEdge(next, id, target);
  }
  return { draft: next, idOf };
}

/** Connects the node to the first pasted nodes, and the last ones to its followers. */
function attach(
  draft: Draft,
  pasted: readonly DraftNode[],
  afterId: string,
  output: string | undefined,
): Draft {
  const ids = pasted.map(({ id }) => id);
  const starts = pasted.filter(
    ({ id, nodeType }) => nodeType !== 'SOURCE' && predecessorsOf(draft, id).length === 0,
  );
  const ends = pasted.filter(
    ({ id, nodeType }) => nodeType === 'TRANSFORM' && successorsOf(draft, id).length === 0,
  );
  if (starts.length === 0) return draft;
  const followers = ends.length > 0 ? nextOf(draft, afterId, output).filter((id) => !ids.includes(id)) : [];
  const [first, ...others] = starts;
  let next = draft;
  for (const to of followers) {
    next = first ? movedEdge(next, afterId, to, first.id, output) : withoutEdge(next, afterId, to, output);
    for (const end of ends) {
      const own = openOutput(next, end.id);
      next = withEdge(next, end.id, to, own === undefined ? [] : [own]);
    }
  }
  const by = output === undefined ? [] : [output];
  for (const { id } of first && followers.length > 0 ? others : starts)
    next = withEdge(next, afterId, id, by);
  return next;
}

/** Makes names unique. Sources and destinations in the pipeline get the clip's connections. */
export function paste(
  draft: Draft,
  clip: Clip,
  newId: NewId,
  place: { afterId?: string | undefined; output?: string | undefined } = {},
): Edited {
  if (clip.nodes.length === 0) return fail('There is nothing to paste');
  const { draft: placed } = placeClip(draft, clip, newId);
  const pasted = Object.values(placed.nodes).filter(({ id }) => !draft.nodes[id]);
  const source = pasted.find(({ nodeType }) => nodeType === 'SOURCE');
  const other = Object.values(draft.nodes).find(({ nodeType }) => nodeType === 'SOURCE');
  if (source && other) return fail(`A pipeline has one source; remove '${other.name}' first`);
  const after = place.afterId === undefined ? undefined : draft.nodes[place.afterId];
  if (pasted.length === 0) return fail('Everything on the clipboard is in this pipeline already');
  if (!after || after.nodeType === 'SINK') return done(placed);
  return done(attach(placed, pasted, after.id, place.output ?? openOutput(draft, after.id)));
}

/** Returns `new-7`, `new-8`, … */
export function idsFrom(firstNumber: number): NewId {
  let number = firstNumber - 1;
  return () => {
    number += 1;
    return `new-${number}`;
  };
}

export const nextNumberOf = (...drafts: readonly Draft[]): number =>
  Math.max(
    0,
    ...drafts.flatMap(({ nodes }) =>
      Object.keys(nodes)
        .filter(isTemporaryId)
        .map((id) => Number(id.slice(4)) || 0),
    ),
  ) + 1;
