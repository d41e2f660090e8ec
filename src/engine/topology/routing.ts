import type { Router } from '../components/types.ts';
import type { GraphNode } from './plan-graph.ts';

export type Branches = { readonly next: readonly number[]; readonly queues: readonly number[] };

const targetsOf = ({ outputs }: GraphNode, name: string): readonly string[] =>
  (Object.hasOwn(outputs, name) && outputs[name]) || [];

export function branchesOf(
  node: GraphNode,
  router: Router | undefined,
  is: { node: (next: GraphNode) => boolean; queue: (next: GraphNode) => boolean },
): Branches | null {
  if (!router) return null;
  const bitsTo = ({ plan }: GraphNode): number =>
    router.outputs.reduce(
      (bits, name, i) => (targetsOf(node, name).includes(plan.id) ? bits | (1 << i) : bits),
      0,
    );
  return { next: node.next.filter(is.node).map(bitsTo), queues: node.next.filter(is.queue).map(bitsTo) };
}
