import { analyticsCalls } from './analytics.ts';
import { pipelineCalls } from './pipelines.ts';
import { sessionCalls } from './session.ts';

/** Calls of the first screen. The console lazy-loads the others. */
export const firstCalls = {
  ...sessionCalls,
  ...pipelineCalls,
  ...analyticsCalls,
};
