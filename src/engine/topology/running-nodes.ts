import type { PipelinePlan } from '../port.ts';
import type { Cells } from './cell.ts';
import type { ErrorOwner } from './error-log.ts';

/** The nodes of the plan that a pipeline runs, by component. */
export class RunningNodes {
  plan: PipelinePlan | null = null;
  readonly #pipelineId: string;
  readonly #cells: Cells;

  constructor(pipelineId: string, cells: Cells) {
    this.#pipelineId = pipelineId;
    this.#cells = cells;
  }

  ownerOf(componentId: string): ErrorOwner {
    const node = this.plan?.nodes.find((one) => one.componentId === componentId);
    const cell = this.#cells.of(this.#pipelineId, componentId);
    return { pipelineId: this.#pipelineId, componentId, nodeId: node?.id ?? componentId, cell };
  }

  /** Transforms somebody looks at. */
  watched(): string[] {
    return (this.plan?.nodes ?? []).flatMap(({ nodeType, componentId }) =>
      nodeType === 'TRANSFORM' && this.#cells.find(this.#pipelineId, componentId)?.taps ? [componentId] : [],
    );
  }
}
