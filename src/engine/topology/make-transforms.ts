import type { ComponentRegistry } from '../components/types.ts';
import type { PlanNode } from '../types/plan.ts';
import type { ErrorOwner } from './error-log.ts';
import type { GraphNode } from './plan-graph.ts';
import { nodeRefusal, unknownTemplate } from './problems.ts';
import { type Loaded, makeTransform, type ReadyTransform, type TransformParts } from './transform-node.ts';

export type MakingParts = TransformParts & {
  readonly components: ComponentRegistry;
  readonly loaded: Loaded;
  keepsOf(plan: PlanNode): ReadyTransform | undefined;
  ownerOf(plan: PlanNode): ErrorOwner;
};

/**
 * Creates the enabled transforms of a plan.
 * @throws EngineError naming the node
 */
export function makeTransforms(
  order: readonly GraphNode[],
  parts: MakingParts,
): Map<GraphNode, ReadyTransform> {
  const ready = new Map<GraphNode, ReadyTransform>();
  for (const node of order) {
    if (node.plan.nodeType !== 'TRANSFORM' || node.disabled) continue;
    const component = parts.components.transforms[node.plan.templateId];
    try {
      if (!component) throw unknownTemplate(node.plan);
      const own = parts.loaded.get(node.plan);
      ready.set(
        node,
        parts.keepsOf(node.plan) ?? makeTransform(node.plan, component, parts.ownerOf(node.plan), parts, own),
      );
    } catch (error) {
      throw nodeRefusal(node.plan, error);
    }
  }
  return ready;
}
