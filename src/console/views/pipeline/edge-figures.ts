import {
  type Draft,
  outputsTo,
  predecessorsOf,
  targetsOf,
} from '../../../../machines/pipeline-editor/index.ts';

/** What came into and left a node, in one unit and one span of time; undefined where nothing is counted. */
export type Passed = { in: number | undefined; out: number | undefined };
export type PassedAt = (id: string) => Passed;

const partsEvents = (draft: Draft, id: string): boolean => draft.meta[id]?.outputs !== undefined;

/**
 * What passed along one connection. Counters are kept per node: a node sends all that leaves it along each of its
 * connections, except where it has named outputs. What one of those brought is what the next node received without
 * what the others sent it; that is exact, as long as only one of the nodes before it has named outputs.
 */
export function passedAlong(draft: Draft, at: PassedAt, from: string, to: string): number | undefined {
  if (!draft.edges[from]?.nodeIds.includes(to)) return undefined;
  if (!partsEvents(draft, from)) return at(from).out;
  const received = at(to).in;
  let rest = received;
  for (const other of predecessorsOf(draft, to)) {
    if (other === from) continue;
    const sent = at(other).out;
    if (partsEvents(draft, other) || sent === undefined || rest === undefined) return undefined;
    rest -= sent;
  }
  return rest === undefined ? undefined : Math.max(0, rest);
}

/** What left by a named output: known where it leads somewhere that no other output of the node leads to. */
export function passedBy(draft: Draft, at: PassedAt, id: string, output: string): number | undefined {
  const targets = targetsOf(draft, id, output);
  const own = targets.find((to) => outputsTo(draft, id, to).length === 1);
  return own === undefined ? undefined : passedAlong(draft, at, id, own);
}
