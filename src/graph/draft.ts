import type { NodeType } from '../contract/enums.ts';

export type FormProblem = { field: string; message: string };

/**
 * New transforms have a temporary id (`new-1`). Sources and sinks belong to the site: the editor only places
 * them.
 */
export type DraftNode = {
  id: string;
  nodeType: NodeType;
  name: string;
  description?: string;
  templateId: string;
  templateName?: string;
  templateVersion?: string;
  config: Record<string, unknown>;
  /** From the node's form; never saved. */
  formProblems?: FormProblem[];
};

export type NodeMeta = {
  disabled?: boolean;
  notes?: string;
  lineageId?: string;
  /** Downstream ids by named output; together they equal the node's edges. */
  outputs?: Record<string, string[]>;
};

export type Draft = {
  name: string;
  description: string;
  versionName: string;
  nodes: Record<string, DraftNode>;
  /** Downstream ids by upstream id. */
  edges: Record<string, { nodeIds: string[] }>;
  meta: Record<string, NodeMeta>;
};

export const emptyDraft = (name = ''): Draft => ({
  name,
  description: '',
  versionName: '',
  nodes: {},
  edges: {},
  meta: {},
});

export const isTemporaryId = (id: string): boolean => id.startsWith('new-');

/** Deep equality; an absent property equals undefined, and key order is ignored. */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameData(item, b[i]))
    );
  }
  const left = new Map(Object.entries(a).filter(([, value]) => value !== undefined));
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined));
  if (left.size !== right.size) return false;
  for (const [key, value] of left) if (!right.has(key) || !sameData(value, right.get(key))) return false;
  return true;
}

/** Drops empty lists and sorts targets, so that equal graphs compare equal. */
export const normalEdges = (edges: Draft['edges']): Draft['edges'] =>
  Object.fromEntries(
    Object.entries(edges)
      .filter(([, { nodeIds }]) => nodeIds.length > 0)
      .map(([id, { nodeIds }]) => [id, { nodeIds: [...nodeIds].sort() }]),
  );

const normalOutputs = (outputs: NonNullable<NodeMeta['outputs']>): NonNullable<NodeMeta['outputs']> =>
  Object.fromEntries(Object.entries(outputs).map(([name, nodeIds]) => [name, [...nodeIds].sort()]));

const normalMeta = (meta: Draft['meta']): Draft['meta'] =>
  Object.fromEntries(
    Object.entries(meta)
      .map(([id, { disabled, notes, outputs, ...rest }]): [string, NodeMeta] => [
        id,
        {
          ...rest,
          ...(disabled ? { disabled } : {}),
          ...(notes ? { notes } : {}),
          ...(outputs ? { outputs: normalOutputs(outputs) } : {}),
        },
      ])
      .filter(([, entry]) => Object.keys(entry).length > 0),
  );

export function storedNode(node: DraftNode): Omit<DraftNode, 'formProblems'> {
  const { formProblems: _formProblems, ...stored } = node;
  return stored;
}

/** Only these are saved. */
export const dirtyTransforms = (draft: Draft, saved: Draft): DraftNode[] =>
  Object.values(draft.nodes).filter((node) => {
    if (node.nodeType !== 'TRANSFORM' || !node.id || !node.name || !node.templateId) return false;
    const before = saved.nodes[node.id];
    return node === before ? false : !before || !sameData(storedNode(node), storedNode(before));
  });

/** Enabled transforms that are new, changed, or were disabled: a save refuses unfinished ones. */
export function transformsToCheck(draft: Draft, saved: Draft): DraftNode[] {
  const dirty = new Set(dirtyTransforms(draft, saved));
  return Object.values(draft.nodes).filter(
    (node) =>
      !draft.meta[node.id]?.disabled &&
      (dirty.has(node) || (node.nodeType === 'TRANSFORM' && saved.meta[node.id]?.disabled === true)),
  );
}

export const detailsChanged = (draft: Draft, saved: Draft): boolean =>
  draft.name.trim() !== saved.name.trim() || draft.description !== saved.description;

export const graphChanged = (draft: Draft, saved: Draft): boolean =>
  draft.versionName !== saved.versionName ||
  !sameData(Object.keys(draft.nodes).sort(), Object.keys(saved.nodes).sort()) ||
  dirtyTransforms(draft, saved).length > 0 ||
  !sameData(normalEdges(draft.edges), normalEdges(saved.edges)) ||
  !sameData(normalMeta(draft.meta), normalMeta(saved.meta));

export const isChanged = (draft: Draft, saved: Draft): boolean =>
  draft !== saved && (graphChanged(draft, saved) || detailsChanged(draft, saved));

/** Temporary ids become the service's. */
export function replaceIds(draft: Draft, ids: Readonly<Record<string, string>>): Draft {
  const findId = (id: string): string => ids[id] ?? id;
  const metaOf = ({ outputs, ...rest }: NodeMeta): NodeMeta => {
    if (!outputs) return rest;
    const renamed = Object.entries(outputs).map(([name, nodeIds]) => [name, nodeIds.map(findId)]);
    return { ...rest, outputs: Object.fromEntries(renamed) };
  };
  return {
    ...draft,
    nodes: Object.fromEntries(
      Object.values(draft.nodes).map((node) => [findId(node.id), { ...node, id: findId(node.id) }]),
    ),
    edges: Object.fromEntries(
      Object.entries(draft.edges).map(([id, { nodeIds }]) => [findId(id), { nodeIds: nodeIds.map(findId) }]),
    ),
    meta: Object.fromEntries(
      Object.entries(draft.meta).map(([id, meta]) => [findId(id), metaOf(meta)] satisfies [string, NodeMeta]),
    ),
  };
}

/** A changed transform is a new row; its lineage id keeps metrics and errors. */
export function withSavedIds(draft: Draft, ids: Readonly<Record<string, string>>): Draft {
  const meta = { ...draft.meta };
  for (const oldId of Object.keys(ids)) {
    if (isTemporaryId(oldId) || !draft.nodes[oldId]) continue;
    meta[oldId] = { ...meta[oldId], lineageId: meta[oldId]?.lineageId ?? oldId };
  }
  return replaceIds({ ...draft, meta }, ids);
}
