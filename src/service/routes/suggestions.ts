import type { SuggestOutcome, SuggestRequest } from '../../contract/calls/suggestions.ts';
import { ContractError } from '../../contract/errors.ts';
import { STEP_SUGGESTIONS } from '../../engine/components/catalogue.ts';
import type { Apart } from '../apart/apart.ts';
import { type Job, JobOverrun } from '../apart/pool.ts';
import type { Handlers } from '../http/call-context.ts';

const TIME_LIMIT_MS = 5000;
const SUGGEST: Job<SuggestRequest, SuggestOutcome> = { ...STEP_SUGGESTIONS, limitMs: TIME_LIMIT_MS };

/** @throws ContractError QUERY_TIMEOUT */
export async function suggestApart(
  apart: Pick<Apart, 'run'>,
  request: SuggestRequest,
): Promise<SuggestOutcome> {
  try {
    return await apart.run(SUGGEST, request);
  } catch (error) {
    if (!(error instanceof JobOverrun)) throw error;
    throw new ContractError(
      'QUERY_TIMEOUT',
      `No settings were found for these events within ${TIME_LIMIT_MS / 1000} s. Try fewer or shorter ones.`,
    );
  }
}

export const suggestionHandlers = {
  suggestSteps: ({ body, services }) => suggestApart(services.apart, body),
} satisfies Pick<Handlers, 'suggestSteps'>;
