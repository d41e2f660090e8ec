export type ComponentProblem = {
  readonly errorName: string;
  readonly message: string;
  readonly causes: readonly string[];
  readonly resolutions: readonly string[];
  readonly level?: 'ERROR' | 'WARN' | 'INFO' | undefined;
};

/** A component cannot run with this configuration (port taken, folder not writable …). */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

export type ComponentContext = {
  readonly siteId: string;
  /** Id of a source or sink, lineage id of a transform. */
  readonly componentId: string;
  readonly name: string;
  /** `example` is the text of an affected event. */
  report(problem: ComponentProblem, example?: string): void;
};

export type Finding = { readonly label: string; readonly value: string };
