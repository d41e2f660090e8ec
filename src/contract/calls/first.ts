import { analyticsCalls } from './analytics.ts';
import { pipelineCalls } from './pipelines.ts';
import { sessionCalls } from './session.ts';

/** What the first screen asks. The console loads the rest of the table with the first call that needs it. */
export const firstCalls = {
  ...sessionCalls,
  ...pipelineCalls,
  ...analyticsCalls,
};
