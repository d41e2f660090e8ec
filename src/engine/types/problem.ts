export type EngineProblem = {
  errorName: string;
  message: string;
  causes: string[];
  resolutions: string[];
  nodeId?: string | undefined;
};

/** Results lack events from a transform's state. */
export const KEPT_EVENTS_LOST = 'KeptEventsLost';

/** What was running continues to run. */
export class EngineError extends Error {
  readonly problem: EngineProblem;
  constructor(problem: EngineProblem) {
    super(problem.message);
    this.name = 'EngineError';
    this.problem = problem;
  }
}
