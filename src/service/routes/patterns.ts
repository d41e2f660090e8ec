import type { PatternOutcome, PatternTrial } from '../../contract/calls/patterns.ts';
import { PATTERN_TRIAL } from '../../engine/components/catalogue.ts';
import { type Job, JobOverrun } from '../apart/pool.ts';
import type { Handlers } from '../http/call-context.ts';

const TIME_LIMIT_MS = 1000;
const TRIAL: Job<PatternTrial, PatternOutcome> = { ...PATTERN_TRIAL, limitMs: TIME_LIMIT_MS };
const OVERRUN: Record<JobOverrun['what'], string> = {
  time: `The pattern took more than ${TIME_LIMIT_MS / 1000} s on these samples; make it simpler or the samples shorter`,
  memory: 'The pattern took too much memory on these samples; make it simpler or the samples shorter',
};

export const patternHandlers = {
  testPattern: async ({ body, services }) => {
    try {
      return await services.apart.run(TRIAL, body);
    } catch (error) {
      if (!(error instanceof JobOverrun)) throw error;
      return { problem: OVERRUN[error.what], results: [] };
    }
  },
} satisfies Pick<Handlers, 'testPattern'>;
