import type { PlanNode } from './plan.ts';
import type { EngineProblem } from './problem.ts';

/** A source or destination to test in isolation. */
export type ConnectionTestRequest = {
  siteId: string;
  node: PlanNode;
  /** JSON objects to send to a destination. */
  events: readonly string[];
};

export type ConnectionTestReport = {
  /** Left out when the test passed. */
  problem?: EngineProblem | undefined;
  /** The destination's first answers. */
  answers: { request: string; status: string; body: string }[];
  /** Ports, files and writes. */
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};
