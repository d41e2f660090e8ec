import type { Draft } from '../../../../graph/draft.ts';
import { outputsTo, targetsOf } from '../../../../graph/outputs.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';

/** Input and output of a node in one unit and time span; undefined when nothing is counted. */
export type Passed = { in: number | undefined; out: number | undefined };
export type PassedAt = (id: string) => Passed;

const hasOutputs = (draft: Draft, id: string): boolean => draft.meta[id]?.outputs !== undefined;

/**
 * Counters are kept per node, and a node sends its whole output along each connection unless it has named
 * outputs. The volume of a named output is the next node's input minus its other inputs: exact if only one
 * predecessor has named outputs, else undefined.
 */
export function estimatePassedAlong(
  draft: Draft,
  at: PassedAt,
  from: string,
  to: string,
): number | undefined {
  if (!draft.edges[from]?.nodeIds.includes(to)) return undefined;
  if (!hasOutputs(draft, from)) return at(from).out;
  const received = at(to).in;
  let rest = received;
  for (const other of predecessorsOf(draft, to)) {
    if (other === from) continue;
    const sent = at(other).out;
    if (hasOutputs(draft, other) || sent === undefined || rest === undefined) return undefined;
    rest -= sent;
  }
  return rest === undefined ? undefined : Math.max(0, rest);
}

/** Undefined unless the output has a target that no other output of the node leads to. */
export function estimatePassedBy(draft: Draft, at: PassedAt, id: string, output: string): number | undefined {
  const targets = targetsOf(draft, id, output);
  const own = targets.find((to) => outputsTo(draft, id, to).length === 1);
  return own === undefined ? undefined : estimatePassedAlong(draft, at, id, own);
}
