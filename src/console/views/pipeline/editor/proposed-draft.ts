import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import { type Draft, emptyDraft, type NodeMeta, sameData } from '../../../../graph/draft.ts';
import { mergeEdits } from '../../../../graph/merge.ts';

type DefinedNode = DefinedPipeline['nodes'][number];
type Named = { nodeType: string; name: string };

const makeKey = ({ nodeType, name }: Named): string => `${nodeType} ${name}`;

/** Nodes go by their names: those of the draft keep their ids and lineage, others get an id of their own. */
function createIds(draft: Draft, nextNumber: number) {
  const known = new Map(Object.values(draft.nodes).map((node) => [makeKey(node), node.id]));
  let next = nextNumber;
  return (node: DefinedNode): string => {
    const key = makeKey(node);
    const id = known.get(key) ?? (node.nodeType === 'TRANSFORM' ? `new-${next++}` : node.id);
    known.set(key, id);
    return id;
  };
}

type Place = {
  mine: Draft;
  idOf: ReturnType<typeof createIds>;
  /** Nodes that the proposal leaves alone stay as they are here: a definition masks secrets. */
  isUntouched: (node: DefinedNode) => boolean;
};

const withoutWays = ({ to: _to, outputs: _outputs, ...content }: DefinedNode) => content;

function createUntouched(before: DefinedPipeline, after: DefinedPipeline): Place['isUntouched'] {
  const contents = new Map(before.nodes.map((node) => [makeKey(node), withoutWays(node)]));
  const untouched = after.nodes.filter((node) => sameData(contents.get(makeKey(node)), withoutWays(node)));
  const keys = new Set(untouched.map(makeKey));
  return (node) => keys.has(makeKey(node));
}

function toDraft({ name, description, nodes }: DefinedPipeline, { mine, idOf, isUntouched }: Place): Draft {
  const byKey = new Map(nodes.map((node) => [makeKey(node), idOf(node)]));
  const toIds = (refs: readonly Named[]) => refs.flatMap((ref) => byKey.get(makeKey(ref)) ?? []);
  const draft: Draft = { ...emptyDraft(name), description, versionName: mine.versionName };
  for (const node of nodes) {
    const id = idOf(node);
    const { nodeType, templateId, templateName, description: text, config, notes, disabled, outputs } = node;
    const own = mine.nodes[id];
    const said = text ? { description: text } : {};
    draft.nodes[id] =
      own && isUntouched(node)
        ? own
        : { id, nodeType, name: node.name, templateId, templateName, config, ...said };
    const to = toIds(node.to);
    if (to.length > 0) draft.edges[id] = { nodeIds: to };
    const lineageId = mine.meta[id]?.lineageId;
    const named = Object.entries(outputs ?? {}).map(([output, refs]) => [output, toIds(refs)]);
    draft.meta[id] = {
      ...(disabled ? { disabled } : {}),
      ...(notes ? { notes } : {}),
      ...(named.length > 0 ? { outputs: Object.fromEntries(named) } : {}),
      ...(lineageId ? { lineageId } : {}),
    } satisfies NodeMeta;
  }
  return draft;
}

export type ProposedDraft = {
  draft: Draft;
  /** Whether what was edited since is not in it, since it concerns the same nodes. */
  replaces: boolean;
};

/**
 * A proposal as a draft, with what was edited here meanwhile where that concerns other nodes.
 * @param mine the draft in the editor
 * @param nextNumber of new nodes there
 */
export function mergeProposal(
  { before, after }: { before: DefinedPipeline; after: DefinedPipeline },
  mine: Draft,
  nextNumber: number,
): ProposedDraft {
  const place = { mine, idOf: createIds(mine, nextNumber), isUntouched: createUntouched(before, after) };
  const [base, theirs] = [toDraft(before, place), toDraft(after, place)];
  const merged = mergeEdits(base, mine, theirs);
  return merged ? { draft: merged, replaces: false } : { draft: theirs, replaces: true };
}
