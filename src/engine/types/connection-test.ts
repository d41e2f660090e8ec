import type { PlanNode } from './plan.ts';
import type { EngineProblem } from './problem.ts';

/** A source or destination to test, isolated from everything deployed. */
export type ConnectionTestRequest = {
  siteId: string;
  /** Validated, with secrets in clear text. */
  node: PlanNode;
  /** JSON objects to send to a destination. */
  events: readonly string[];
};

export type ConnectionTestReport = {
  /** Left out when the test passed. */
  problem?: EngineProblem | undefined;
  /** First answers of the destination. */
  answers: { request: string; status: string; body: string }[];
  /** Ports, files and writes, as label and value. */
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};
