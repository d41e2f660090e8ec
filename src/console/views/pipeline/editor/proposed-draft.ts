import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import { type Draft, emptyDraft, type NodeMeta, sameData } from '../../../../graph/draft.ts';
import { mergeEdits } from '../../../../graph/merge.ts';

type DefinedNode = DefinedPipeline['nodes'][number];
type Named = { nodeType: string; name: string };

const makeKey = ({ nodeType, name }: Named): string => `${nodeType} ${name}`;

/** Matches nodes by name: existing ones keep ids and lineage, others get new ids. */
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
  /** Untouched nodes stay as they are: a definition masks secrets. */
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
  /** Whether concurrent edits of the same nodes are lost. */
  replaces: boolean;
};

/**
 * A proposal as a draft, merged with edits of other nodes.
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
