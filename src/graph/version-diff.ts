import { type ComparedEdge, type ComparedGraph, type ComparedNode, edgeKeyOf } from './compared-graph.ts';
import { sameData } from './draft.ts';

/** `config` is compared by property. */
const NODE_FIELDS = ['name', 'description', 'nodeType', 'templateId', 'disabled', 'notes'] as const;
export type NodeField = (typeof NODE_FIELDS)[number];

/** Undefined means absent. `property`: a configuration property. */
export type FieldChange =
  | { field: NodeField; before: unknown; after: unknown }
  | { field: 'config'; property: string; before: unknown; after: unknown };

export type NodeChange =
  | { kind: 'added'; key: string; after: ComparedNode }
  | { kind: 'removed'; key: string; before: ComparedNode }
  | { kind: 'changed'; key: string; before: ComparedNode; after: ComparedNode; fields: FieldChange[] };

export type EdgeChange =
  | { kind: 'added'; key: string; after: ComparedEdge }
  | { kind: 'removed'; key: string; before: ComparedEdge }
  | { kind: 'changed'; key: string; before: ComparedEdge; after: ComparedEdge };

export const edgeOf = (change: EdgeChange): ComparedEdge =>
  change.kind === 'removed' ? change.before : change.after;

export type VersionDiff = { nodes: NodeChange[]; edges: EdgeChange[] };

export const isEmptyDiff = ({ nodes, edges }: VersionDiff): boolean =>
  nodes.length === 0 && edges.length === 0;

function fieldChanges(before: ComparedNode, after: ComparedNode): FieldChange[] {
  const fields: FieldChange[] = NODE_FIELDS.filter((field) => before[field] !== after[field]).map(
    (field) => ({ field, before: before[field], after: after[field] }),
  );
  const properties = new Set([...Object.keys(before.config), ...Object.keys(after.config)]);
  for (const property of properties) {
    const [was, is] = [before.config[property], after.config[property]];
    if (!sameData(was, is)) fields.push({ field: 'config', property, before: was, after: is });
  }
  return fields;
}

function nodeChange(before: ComparedNode | undefined, after: ComparedNode | undefined): NodeChange[] {
  if (before && after) {
    const fields = fieldChanges(before, after);
    return fields.length > 0 ? [{ kind: 'changed', key: after.key, before, after, fields }] : [];
  }
  if (after) return [{ kind: 'added', key: after.key, after }];
  return before ? [{ kind: 'removed', key: before.key, before }] : [];
}

function edgeChange(before: ComparedEdge | undefined, after: ComparedEdge | undefined): EdgeChange[] {
  if (before && after) {
    const key = edgeKeyOf(after);
    return sameData(before.outputs, after.outputs) ? [] : [{ kind: 'changed', key, before, after }];
  }
  if (after) return [{ kind: 'added', key: edgeKeyOf(after), after }];
  return before ? [{ kind: 'removed', key: edgeKeyOf(before), before }] : [];
}

const keysOfBoth = (before: object, after: object): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

export const diffVersions = (before: ComparedGraph, after: ComparedGraph): VersionDiff => ({
  nodes: keysOfBoth(before.nodes, after.nodes).flatMap((key) =>
    nodeChange(before.nodes[key], after.nodes[key]),
  ),
  edges: keysOfBoth(before.edges, after.edges).flatMap((key) =>
    edgeChange(before.edges[key], after.edges[key]),
  ),
});
