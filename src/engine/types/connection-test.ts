import type { PlanNode } from './plan.ts';
import type { EngineProblem } from './problem.ts';

export type ConnectionTestRequest = {
  siteId: string;
  node: PlanNode;
  events: readonly string[];
};

export type ConnectionTestReport = {
  /** Left out when the test passed. */
  problem?: EngineProblem | undefined;
  answers: { request: string; status: string; body: string }[];
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};
