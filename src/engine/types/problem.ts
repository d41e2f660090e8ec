export type EngineProblem = {
  errorName: string;
  message: string;
  causes: string[];
  resolutions: string[];
  nodeId?: string | undefined;
};

/** Events that a transform held are missing from its results. */
export const KEPT_EVENTS_LOST = 'KeptEventsLost';

/** Thrown by calls of the port; what was running continues to run. */
export class EngineError extends Error {
  readonly problem: EngineProblem;
  constructor(problem: EngineProblem) {
    super(problem.message);
    this.name = 'EngineError';
    this.problem = problem;
  }
}
