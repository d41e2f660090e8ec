import type { Handlers } from '../http/call-context.ts';
import { analyticsHandlers } from './analytics.ts';
import { connectionHandlers } from './connections.ts';
import { lookupHandlers } from './lookups.ts';
import { patternHandlers } from './patterns.ts';
import { pipelineHandlers } from './pipelines.ts';
import { preferencesHandlers } from './preferences.ts';
import { sessionHandlers } from './session.ts';
import { templateHandlers } from './templates.ts';

/** One handler for each call of the table; a call without one, or one without a call, does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...preferencesHandlers,
  ...templateHandlers,
  ...connectionHandlers,
  ...lookupHandlers,
  ...patternHandlers,
  ...pipelineHandlers,
  ...analyticsHandlers,
} satisfies Handlers;
