import { type Draft, type DraftNode, type NodeMeta, sameData } from './draft.ts';

/** Different changes of one thing; absent values are undefined. */
export type GraphConflict = {
  /** Stable for the three drafts; named by choices. */
  key: string;
  /** Empty for the pipeline itself. */
  nodeId: string;
  /** `name`, `description`, `node` (present or not), `notes`, `config.field`, `to <id>` … */
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
};

type Side = 'mine' | 'theirs';
export type Choices = ReadonlyMap<string, Side>;
export type ThreeWay = { merged: Draft; conflicts: GraphConflict[] };

/** Named outputs by target; none for a plain connection. */
type Edges = ReadonlyMap<string, readonly string[]>;
type Sides<T> = { base: T; mine: T; theirs: T };

const edgeKey = (from: string, to: string): string => JSON.stringify([from, to]);
const parseEdge = (key: string): [from: string, to: string] => JSON.parse(key);

const readEdges = ({ edges, meta }: Draft): Edges =>
  new Map(
    Object.entries(edges).flatMap(([from, { nodeIds }]) =>
      nodeIds.map((to): [string, readonly string[]] => {
        const outputs = Object.entries(meta[from]?.outputs ?? {});
        return [edgeKey(from, to), outputs.flatMap(([name, ids]) => (ids.includes(to) ? name : [])).sort()];
      }),
    ),
  );

type Content = {
  templateId: string;
  name: string;
  description: string;
  disabled: boolean;
  notes: string;
  config: Record<string, unknown>;
};

function readContent({ nodes, meta }: Draft, id: string): Content | undefined {
  const node = nodes[id];
  if (!node) return undefined;
  const { templateId, name, description = '', config } = node;
  const { disabled = false, notes = '' } = meta[id] ?? {};
  return { templateId, name, description, disabled, notes, config };
}

const PLAIN = ['name', 'description', 'disabled', 'notes'] as const;

/**
 * Merges both sides' changes since `base` by field. Node ids must agree in all three. Different changes
 * conflict; they are resolved by `choices`, else as theirs.
 */
export function mergeThreeWay(drafts: Sides<Draft>, choices: Choices = new Map()): ThreeWay {
  const { base, mine, theirs } = drafts;
  const conflicts: GraphConflict[] = [];
  const edges = { base: readEdges(base), mine: readEdges(mine), theirs: readEdges(theirs) };

  /** Nodes one side removed and the other used, with the side that wins. */
  const kept = new Map<string, Side>();
  const pick = <T>(nodeId: string, field: string, values: Sides<T>): T => {
    if (sameData(values.mine, values.theirs) || sameData(values.base, values.mine)) return values.theirs;
    if (sameData(values.base, values.theirs)) return values.mine;
    const key = JSON.stringify([nodeId, field]);
    conflicts.push({ key, nodeId, field, ...values });
    return values[choices.get(key) ?? 'theirs'];
  };

  /** Connecting a node uses it. */
  const isConnectedBy = (id: string, side: Side): boolean =>
    [...edges[side].keys()].some((key) => parseEdge(key).includes(id) && !edges.base.has(key));

  const mergeContent = (id: string, values: Sides<Content | undefined>): Content | undefined => {
    const { base: was, mine: own, theirs: other } = values;
    if (!own || !other) {
      const [side, left] = own ? (['mine', own] as const) : (['theirs', other] as const);
      if (!was) return left;
      if (sameData(was, left) && !isConnectedBy(id, side)) return undefined;
      const key = JSON.stringify([id, 'node']);
      conflicts.push({ key, nodeId: id, field: 'node', base: was, mine: own, theirs: other });
      const chosen = choices.get(key) ?? 'theirs';
      kept.set(id, chosen);
      return values[chosen];
    }
    // Fields of another type mean something else.
    if (own.templateId !== other.templateId) return pick(id, 'node', values);
    const plain = Object.fromEntries(
      PLAIN.map((field) => [
        field,
        pick<unknown>(id, field, { base: was?.[field], mine: own[field], theirs: other[field] }),
      ]),
    );
    const known = was?.templateId === own.templateId ? was.config : {};
    const names = new Set([...Object.keys(other.config), ...Object.keys(own.config)]);
    const config = [...names].map((name) => {
      const fields = { base: known[name], mine: own.config[name], theirs: other.config[name] };
      return [name, pick(id, `config.${name}`, fields)] as const;
    });
    return {
      ...other,
      ...(plain as Pick<Content, (typeof PLAIN)[number]>),
      config: Object.fromEntries(config.filter(([, value]) => value !== undefined)),
    };
  };

  const name = pick('', 'name', { base: base.name, mine: mine.name, theirs: theirs.name });
  const description = pick('', 'description', {
    base: base.description,
    mine: mine.description,
    theirs: theirs.description,
  });
  const nodes: Record<string, DraftNode> = {};
  const meta: Record<string, NodeMeta> = {};
  for (const id of new Set([...Object.keys(theirs.nodes), ...Object.keys(mine.nodes)])) {
    const content = mergeContent(id, {
      base: readContent(base, id),
      mine: readContent(mine, id),
      theirs: readContent(theirs, id),
    });
    const node = theirs.nodes[id] ?? mine.nodes[id];
    if (!content || !node) continue;
    const { disabled, notes, ...fields } = content;
    nodes[id] = { ...node, ...fields };
    meta[id] = { ...(disabled ? { disabled } : {}), ...(notes ? { notes } : {}) };
  }
  const merged: Draft = { ...theirs, name, description, nodes, edges: {}, meta };
  for (const key of new Set([...edges.theirs.keys(), ...edges.mine.keys()])) {
    const [from, to] = parseEdge(key);
    if (!nodes[from] || !nodes[to]) continue;
    const side = kept.get(from) ?? kept.get(to);
    const outputs = side
      ? edges[side].get(key)
      : pick(from, `to ${to}`, {
          base: edges.base.get(key),
          mine: edges.mine.get(key),
          theirs: edges.theirs.get(key),
        });
    if (!outputs) continue;
    merged.edges[from] = { nodeIds: [...(merged.edges[from]?.nodeIds ?? []), to] };
    for (const output of outputs) {
      const named = meta[from]?.outputs ?? {};
      meta[from] = { ...meta[from], outputs: { ...named, [output]: [...(named[output] ?? []), to] } };
    }
  }
  return { merged, conflicts };
}
