import { keysOf } from './compared-graph.ts';
import { type Draft, type DraftNode, type NodeMeta, sameData } from './draft.ts';

/** By key; named outputs list theirs. */
type Connections = { to: readonly string[]; outputs: Readonly<Record<string, readonly string[]>> };

type Keyed = {
  nodes: ReadonlyMap<string, { node: DraftNode; meta: NodeMeta }>;
  connections: ReadonlyMap<string, Connections>;
};

const sortKeys = (ids: readonly string[], keys: ReadonlyMap<string, string>): string[] =>
  ids.map((id) => keys.get(id) ?? id).sort();

/** By lineage, since an edited transform gets a new id on save. */
function keyDraft(draft: Draft): Keyed {
  const keys = keysOf(draft);
  const nodes = new Map<string, { node: DraftNode; meta: NodeMeta }>();
  const connections = new Map<string, Connections>();
  for (const node of Object.values(draft.nodes)) {
    const key = keys.get(node.id) ?? node.id;
    const meta = draft.meta[node.id] ?? {};
    nodes.set(key, { node, meta });
    const outputs = Object.entries(meta.outputs ?? {}).map(([name, ids]) => [name, sortKeys(ids, keys)]);
    connections.set(key, {
      to: sortKeys(draft.edges[node.id]?.nodeIds ?? [], keys),
      outputs: Object.fromEntries(outputs),
    });
  }
  return { nodes, connections };
}

type Choice<Value> = { value: Value; isMine: boolean };

/** The changed value; undefined for different changes. */
function choose<Value>(base: Value, mine: Value, theirs: Value): Choice<Value> | undefined {
  if (sameData(mine, theirs) || sameData(base, mine)) return { value: theirs, isMine: false };
  return sameData(base, theirs) ? { value: mine, isMine: true } : undefined;
}

/** Settings of a node; connections are merged separately. */
function readContent(one: { node: DraftNode; meta: NodeMeta } | undefined) {
  if (!one) return undefined;
  const { nodeType, name, description = '', templateId, config } = one.node;
  const { disabled = false, notes = '' } = one.meta;
  return { nodeType, name, description, templateId, config, disabled, notes };
}

/**
 * Merges both people's changes since `base`, with ids of `theirs`. Undefined when both changed one node or
 * its outgoing connections, or one removed what the other uses.
 */
export function mergeEdits(base: Draft, mine: Draft, theirs: Draft): Draft | undefined {
  const [name, description] = [
    choose(base.name, mine.name, theirs.name),
    choose(base.description, mine.description, theirs.description),
  ];
  if (!name || !description) return undefined;
  const [was, own, other] = [keyDraft(base), keyDraft(mine), keyDraft(theirs)];
  const merged: Draft = {
    name: name.value,
    description: description.value,
    versionName: mine.versionName,
    nodes: {},
    edges: {},
    meta: {},
  };
  const ids = new Map<string, string>();
  const leaving: [string, Connections][] = [];
  for (const key of new Set([...other.nodes.keys(), ...own.nodes.keys()])) {
    const [left, right] = [own.nodes.get(key), other.nodes.get(key)];
    const node = choose(readContent(was.nodes.get(key)), readContent(left), readContent(right));
    const connections = choose(
      was.connections.get(key),
      own.connections.get(key),
      other.connections.get(key),
    );
    if (!node) return undefined;
    const chosen = node.isMine ? left : right;
    // Removed by one: allowed if the other changed nothing of it, connections included.
    if (!chosen || !connections?.value) {
      if (chosen || connections?.value || !connections) return undefined;
      continue;
    }
    const id = (right ?? chosen).node.id;
    const { outputs: _outputs, ...meta } = chosen.meta;
    const lineageId = right?.meta.lineageId ?? meta.lineageId;
    ids.set(key, id);
    merged.nodes[id] = { ...chosen.node, id };
    merged.meta[id] = { ...meta, ...(lineageId === undefined ? {} : { lineageId }) };
    leaving.push([key, connections.value]);
  }
  for (const [key, { to, outputs }] of leaving) {
    if (to.some((target) => !ids.has(target))) return undefined;
    const id = ids.get(key) ?? key;
    const toIds = (keys: readonly string[]) => keys.flatMap((target) => ids.get(target) ?? []);
    if (to.length > 0) merged.edges[id] = { nodeIds: toIds(to) };
    if (Object.keys(outputs).length > 0)
      merged.meta[id] = {
        ...merged.meta[id],
        outputs: Object.fromEntries(Object.entries(outputs).map(([output, keys]) => [output, toIds(keys)])),
      };
  }
  return merged;
}
