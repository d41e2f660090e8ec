/** A failure with its cause and its cure. Make it once, not per event: reports are grouped by `errorName`. */
export type ComponentProblem = {
  readonly errorName: string;
  readonly message: string;
  readonly causes: readonly string[];
  readonly resolutions: readonly string[];
  /** ERROR when left out. */
  readonly level?: 'ERROR' | 'WARN' | 'INFO' | undefined;
};

/** A component cannot start or go on with this configuration (port taken, folder not writable …). */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** What every component is given. */
export type ComponentContext = {
  readonly siteId: string;
  /** The source's or sink's id, the transform's lineage. */
  readonly componentId: string;
  /** What people call it, for messages. */
  readonly name: string;
  /** Reports a problem under the component, `example` being the text of an event it concerns. */
  report(problem: ComponentProblem, example?: string): void;
};

/** One thing that a test of a source or destination found out, for people. */
export type Finding = { readonly label: string; readonly value: string };
