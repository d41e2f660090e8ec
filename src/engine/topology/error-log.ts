import type { ComponentProblem } from '../components/types.ts';
import type { ErrorReport } from '../types/report.ts';
import type { ComponentMetrics } from './metrics.ts';
import { toEngineProblem } from './problems.ts';

const EXAMPLE_MAX_BYTES = 2048;

export const cutExample = (text: string): string =>
  Buffer.byteLength(text) <= EXAMPLE_MAX_BYTES
    ? text
    : `${Buffer.from(text)
        .toString('utf8', 0, EXAMPLE_MAX_BYTES - 3)
        .replace(/\uFFFD+$/, '')}…`;

export type ErrorOwner = {
  readonly pipelineId: string;
  readonly componentId: string;
  readonly nodeId: string;
  readonly metrics: ComponentMetrics;
};

/** Errors since the last report, grouped by component and name. */
export class ErrorLog {
  readonly #groups = new Map<string, ErrorReport>();

  /** `example` is called only for a group without one. */
  add(owner: ErrorOwner, problem: ComponentProblem, example?: () => string, count = 1): void {
    const level = problem.level ?? 'ERROR';
    if (level === 'ERROR') owner.metrics.errors += count;
    const key = `${owner.pipelineId}/${owner.componentId}/${problem.errorName}`;
    let group = this.#groups.get(key);
    if (!group) {
      const { pipelineId, componentId, nodeId } = owner;
      const exampleEvent = example ? cutExample(example()) : '';
      const base = { pipelineId, componentId, nodeId, level, exampleEvent };
      group = { ...toEngineProblem(problem), ...base, count: 0, lastAt: 0 };
      this.#groups.set(key, group);
    } else if (group.exampleEvent === '' && example) group.exampleEvent = cutExample(example());
    group.count += count;
    group.lastAt = Date.now();
    if (group.message !== problem.message) group.message = problem.message;
  }

  take(): ErrorReport[] {
    const groups = [...this.#groups.values()];
    this.#groups.clear();
    return groups;
  }
}
