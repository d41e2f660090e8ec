import { edgeKeyOf } from '../../../../graph/compared-graph.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { edgeOf } from '../../../../graph/version-diff.ts';
import { mergeDefined } from '../../../components/version-changes/defined-changes.ts';
import type { GraphDiff } from '../../../components/widgets/graph/types.ts';
import type { ShownProposal } from '../../../state/shown-proposal.ts';

export type PlacedProposal = {
  /** Both versions in one. */
  draft: Draft;
  marks: GraphDiff;
  /** `1 added, 2 changed`, of nodes. */
  said: string;
};

type Ids = ReadonlyMap<string, string>;

function rename(draft: Draft, ids: Ids, mine: Draft): Draft {
  const findId = (key: string) => ids.get(key) ?? key;
  const entries = <Value, Own>(of: Readonly<Record<string, Value>>, to: (value: Value, id: string) => Own) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [findId(key), to(value, findId(key))]));
  return {
    ...draft,
    nodes: entries(draft.nodes, (node, id) => ({ ...node, id })),
    edges: entries(draft.edges, ({ nodeIds }) => ({ nodeIds: nodeIds.map(findId) })),
    meta: entries(draft.meta, ({ outputs, ...meta }, id) => {
      const named = Object.entries(outputs ?? {}).map(([name, to]) => [name, to.map(findId)]);
      const lineageId = mine.meta[id]?.lineageId;
      return {
        ...meta,
        ...(outputs ? { outputs: Object.fromEntries(named) } : {}),
        ...(lineageId === undefined ? {} : { lineageId }),
      };
    }),
  };
}

const describe = (marks: GraphDiff['nodes']): string =>
  (['added', 'removed', 'changed'] as const)
    .map((mark) => [Object.values(marks).filter((one) => one === mark).length, mark] as const)
    .filter(([count]) => count > 0)
    .map(([count, mark]) => `${count} ${mark}`)
    .join(', ');

/** A proposal for the displayed graph: existing nodes keep their ids, and so their metrics. */
export function placeProposal(
  { before, after }: Pick<ShownProposal, 'before' | 'after'>,
  mine: Draft,
): PlacedProposal {
  const { draft, diff, marks } = mergeDefined(before, after);
  const ids: Ids = new Map(
    Object.values(mine.nodes).map(({ id, nodeType, name }) => [`${nodeType} ${name}`, id]),
  );
  const findId = (key: string) => ids.get(key) ?? key;
  const nodes = Object.fromEntries(Object.entries(marks.nodes).map(([key, mark]) => [findId(key), mark]));
  const edges = Object.fromEntries(
    diff.edges.map((change) => {
      const { from, to } = edgeOf(change);
      return [edgeKeyOf({ from: findId(from), to: findId(to) }), change.kind];
    }),
  );
  return { draft: rename(draft, ids, mine), marks: { nodes, edges }, said: describe(nodes) };
}
