import { isDeepStrictEqual } from 'node:util';
import type { PlanNode } from '../port.ts';
import type { ErrorOwner } from './error-log.ts';
import type { Holding } from './holding.ts';
import type { GraphNode } from './plan-graph.ts';
import type { ReadyTransform } from './transform-node.ts';

type Running = { readonly plan: PlanNode; readonly ready: ReadyTransform };
type Ready = ReadonlyMap<GraphNode, ReadyTransform>;

/** The transforms of one pipeline that run now. One that a deployment does not change keeps what it knows. */
export class TransformSet {
  #running = new Map<string, Running>();

  /** The running one that is what this node asks for. */
  unchanged({ componentId, templateId, config, files }: PlanNode): ReadyTransform | undefined {
    const running = this.#running.get(componentId);
    const isSame =
      running?.plan.templateId === templateId &&
      isDeepStrictEqual(running.plan.config, config) &&
      isDeepStrictEqual(running.plan.files, files);
    return isSame ? running?.ready : undefined;
  }

  holdings(): Holding[] {
    return [...this.#running.values()].flatMap(({ ready }) => ready.holding ?? []);
  }

  /** Those that are not among the next ones pass on what they keep, while the way it takes is there. */
  endAllBut(next: Ready): void {
    const staying = new Set(next.values());
    for (const { ready } of this.#running.values()) if (!staying.has(ready)) ready.holding?.hurry();
  }

  replace(next: Ready, ownerOf: (node: GraphNode) => ErrorOwner): void {
    this.#running = new Map();
    for (const [node, ready] of next) {
      ready.become(ownerOf(node), node.plan.name);
      this.#running.set(node.plan.componentId, { plan: node.plan, ready });
    }
  }
}
