import type { PatternOutcome, PatternTrial } from '../../contract/calls/patterns.ts';
import { callApi } from './call-api.ts';

/**
 * What the engine takes out of sample texts with a pattern.
 * @throws ApiError when there is no answer; it is shown beside the pattern, not as a notification.
 */
export const testPattern = async (trial: PatternTrial, signal: AbortSignal): Promise<PatternOutcome> =>
  (await callApi('testPattern', { body: trial }, { signal })).data;
