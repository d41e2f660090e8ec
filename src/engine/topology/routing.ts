import type { Router } from '../components/types.ts';
import type { GraphNode } from './plan-graph.ts';
import { refusal } from './problems.ts';

/** For each target of a node with named outputs: the outputs that lead to it, as bits. */
export type Branches = { readonly next: readonly number[]; readonly lanes: readonly number[] };

const targetsOf = ({ outputs }: GraphNode, name: string): readonly string[] =>
  (Object.hasOwn(outputs, name) && outputs[name]) || [];

/**
 * Every output that events can leave by leads somewhere.
 * @throws EngineError naming the first that does not; the service checks the same before.
 */
export function checkOutputs(node: GraphNode, router: Router | undefined): void {
  const loose = router?.outputs.find((name) => targetsOf(node, name).length === 0);
  if (loose === undefined) return;
  throw refusal(
    'LooseOutput',
    `The output '${loose}' of '${node.plan.name}' leads nowhere`,
    ['Events that take this output would be lost'],
    ['Connect the output, or remove it'],
    node.plan.id,
  );
}

/** Which outputs lead to the nodes after this one; null when it has no named outputs. */
export function branchesOf(
  node: GraphNode,
  router: Router | undefined,
  is: { node: (next: GraphNode) => boolean; lane: (next: GraphNode) => boolean },
): Branches | null {
  if (!router) return null;
  const bitsTo = ({ plan }: GraphNode): number =>
    router.outputs.reduce(
      (bits, name, i) => (targetsOf(node, name).includes(plan.id) ? bits | (1 << i) : bits),
      0,
    );
  return { next: node.next.filter(is.node).map(bitsTo), lanes: node.next.filter(is.lane).map(bitsTo) };
}
