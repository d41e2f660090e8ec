import {
  isSavingTemplate,
  type SavingTemplate,
  type SuggestOutcome,
  type SuggestRequest,
} from '../../contract/calls/suggestions.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Flag } from '../../contract/flags.ts';
import { STEP_SUGGESTIONS } from '../../engine/components/catalogue.ts';
import type { Apart } from '../apart/apart.ts';
import { type Job, JobOverrun } from '../apart/pool.ts';
import { requireFlag } from '../features.ts';
import type { Handlers } from '../http/call-context.ts';
import { ANALYSE, TRY } from '../insights/jobs.ts';

const TIME_LIMIT_MS = 15_000;
const SUGGEST: Job<SuggestRequest, SuggestOutcome> = { ...STEP_SUGGESTIONS, limitMs: TIME_LIMIT_MS };

type Runner = Pick<Apart, 'run'>;

async function recommendSteps(
  apart: Runner,
  templateId: SavingTemplate,
  { events, isText = events.map(() => false) }: SuggestRequest,
): Promise<SuggestOutcome> {
  const { findings } = await apart.run(ANALYSE, { events, isText });
  const steps = findings
    .filter(({ change }) => change.templateId === templateId)
    .map(({ title, change: { config } }) => ({ templateId, title, config }));
  return { eventCount: events.length, suggestions: await apart.run(TRY, { events, isText, steps }) };
}

/** @throws ContractError QUERY_TIMEOUT */
export async function suggestApart(apart: Runner, request: SuggestRequest): Promise<SuggestOutcome> {
  const { templateId } = request;
  try {
    return isSavingTemplate(templateId)
      ? await recommendSteps(apart, templateId, request)
      : await apart.run(SUGGEST, request);
  } catch (error) {
    if (!(error instanceof JobOverrun)) throw error;
    throw new ContractError(
      'QUERY_TIMEOUT',
      `No settings were found for these events within ${TIME_LIMIT_MS / 1000} s. Try fewer or shorter ones.`,
    );
  }
}

/** Sources, saving transforms and other transforms have a flag each. */
function findFlag({ source, templateId }: SuggestRequest): { flag: Flag; what: string } {
  if (source) return { flag: 'formAssistantSource', what: 'Suggestions in forms of sources are' };
  if (isSavingTemplate(templateId)) return { flag: 'aiRecommendations', what: 'Recommendations are' };
  return { flag: 'formAssistantTransform', what: 'Suggestions in forms of transforms are' };
}

export const suggestionHandlers = {
  suggestSteps: ({ body, services }) => {
    const { flag, what } = findFlag(body);
    requireFlag(services, flag, what);
    return suggestApart(services.apart, body);
  },
} satisfies Pick<Handlers, 'suggestSteps'>;
