import { analyticsCalls } from './analytics.ts';
import { pipelineCalls } from './pipelines.ts';
import { sessionCalls } from './session.ts';

/** Calls of the first screen; the others load lazily. */
export const firstCalls = {
  ...sessionCalls,
  ...pipelineCalls,
  ...analyticsCalls,
};
