export type EngineProblem = {
  errorName: string;
  message: string;
  causes: string[];
  resolutions: string[];
  nodeId?: string | undefined;
};

/** Thrown by calls of the port; what was running continues to run. */
export class EngineError extends Error {
  readonly problem: EngineProblem;
  constructor(problem: EngineProblem) {
    super(problem.message);
    this.name = 'EngineError';
    this.problem = problem;
  }
}
