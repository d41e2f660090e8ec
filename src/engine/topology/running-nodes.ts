import type { PipelinePlan } from '../types/plan.ts';
import type { ErrorOwner } from './error-log.ts';
import type { MetricsRegistry } from './metrics.ts';

export class RunningNodes {
  plan: PipelinePlan | null = null;
  readonly #pipelineId: string;
  readonly #metrics: MetricsRegistry;

  constructor(pipelineId: string, metrics: MetricsRegistry) {
    this.#pipelineId = pipelineId;
    this.#metrics = metrics;
  }

  ownerOf(componentId: string): ErrorOwner {
    const node = this.plan?.nodes.find((one) => one.componentId === componentId);
    const metrics = this.#metrics.ensure(this.#pipelineId, componentId);
    return { pipelineId: this.#pipelineId, componentId, nodeId: node?.id ?? componentId, metrics };
  }

  /** Transforms with open taps. */
  watched(): string[] {
    return (this.plan?.nodes ?? []).flatMap(({ nodeType, componentId }) =>
      nodeType === 'TRANSFORM' && this.#metrics.find(this.#pipelineId, componentId)?.taps
        ? [componentId]
        : [],
    );
  }
}
