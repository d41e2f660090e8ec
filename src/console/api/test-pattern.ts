import type { PatternOutcome, PatternTrial } from '../../contract/calls/patterns.ts';
import { callApi } from './call-api.ts';

/** Failures are shown beside the pattern. @throws ApiError */
export const testPattern = async (trial: PatternTrial, signal: AbortSignal): Promise<PatternOutcome> =>
  (await callApi('testPattern', { body: trial }, { signal })).data;
