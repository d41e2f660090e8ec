import { isDeepStrictEqual } from 'node:util';
import type { PlanNode } from '../types/plan.ts';
import type { ErrorOwner } from './error-log.ts';
import type { GraphNode } from './plan-graph.ts';
import type { ReadyTransform } from './transform-node.ts';
import type { TransformState } from './transform-state.ts';

type Running = { readonly plan: PlanNode; readonly ready: ReadyTransform };
type Ready = ReadonlyMap<GraphNode, ReadyTransform>;

export class TransformSet {
  #running = new Map<string, Running>();

  unchanged({ componentId, templateId, config, files }: PlanNode): ReadyTransform | undefined {
    const running = this.#running.get(componentId);
    const isSame =
      running?.plan.templateId === templateId &&
      isDeepStrictEqual(running.plan.config, config) &&
      isDeepStrictEqual(running.plan.files, files);
    return isSame ? running?.ready : undefined;
  }

  states(): TransformState[] {
    return [...this.#running.values()].flatMap(({ ready }) => ready.state ?? []);
  }

  /** Flushes removed transforms while their path still exists. */
  endAllBut(next: Ready): void {
    const staying = new Set(next.values());
    for (const { ready } of this.#running.values()) if (!staying.has(ready)) ready.state?.hurry();
  }

  replace(next: Ready, ownerOf: (node: GraphNode) => ErrorOwner): void {
    this.#running = new Map();
    for (const [node, ready] of next) {
      ready.become(ownerOf(node), node.plan.name);
      this.#running.set(node.plan.componentId, { plan: node.plan, ready });
    }
  }
}
