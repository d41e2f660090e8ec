import { ContractError } from '../../contract/errors.ts';
import type { Apart } from '../apart/apart.ts';
import { type Job, JobOverrun } from '../apart/pool.ts';
import { type Connection, findConnection } from './connections.ts';
import { parseStepClause, type Step } from './steps.ts';
import { type Facts, type Intent, trimSentence, understand } from './understand.ts';

/** Steps of all clauses, or what to ask first. */
export type CollectedSteps = { steps: Step[] } | { gap: string };

/** A new pipeline; a part that is not named is `unclear`. */
type NewPipeline = { source: Connection; sinks: Connection[]; steps: CollectedSteps };

type Create = Extract<Intent, { kind: 'create' }>;
type ChangeSteps = Extract<Intent, { kind: 'steps' }>;
export type ReadIntent =
  | Exclude<Intent, Create | ChangeSteps>
  | (Create & NewPipeline)
  | (ChangeSteps & { steps: CollectedSteps });

export type Reading = {
  intent: ReadIntent;
  /** The sentence without politeness, shortened. */
  said: string;
};

type Sentence = { text: string; facts: Facts };

const SAID_MAX_LENGTH = 200;
const TIME_LIMIT_MS = 2000;
/** Sentence length times names; less takes milliseconds. */
const INLINE_MAX = { length: 500, comparisons: 30_000 };

const READ: Job<Sentence, Reading> = {
  module: new URL('./reading.ts', import.meta.url),
  name: 'readSentence',
  limitMs: TIME_LIMIT_MS,
  turns: 'sentence',
};

export function collectSteps(clauses: readonly string[]): CollectedSteps {
  const steps: Step[] = [];
  for (const clause of clauses) {
    const found = parseStepClause(clause);
    if (found === undefined) return { gap: `I do not know a step for “${clause}”.` };
    if ('gap' in found) return found;
    steps.push(found.step);
  }
  return { steps };
}

/** Interprets a sentence. Long ones with many names take seconds. */
export function readSentence({ text, facts }: Sentence): Reading {
  const intent = understand(text, facts);
  return { intent: readParts(intent, facts), said: trimSentence(text).slice(0, SAID_MAX_LENGTH) };
}

function readParts(intent: Intent, { sources, sinks }: Facts): ReadIntent {
  if (intent.kind === 'steps') return { ...intent, steps: collectSteps(intent.clauses) };
  if (intent.kind !== 'create') return intent;
  const { from, to, clauses } = intent;
  return {
    ...intent,
    source: findConnection(from, 'source', sources),
    sinks: (to.length === 0 ? [''] : to).map((one) => findConnection(one, 'sink', sinks)),
    steps: collectSteps(clauses),
  };
}

/**
 * In a thread when people's words and names could take long.
 * @throws ContractError QUERY_TIMEOUT, TOO_MANY_REQUESTS
 */
export async function readSentenceApart(apart: Apart, { text, facts }: Sentence): Promise<Reading> {
  const { pipelines, sources, sinks } = facts;
  const comparisons = text.length * (pipelines.length + sources.length + sinks.length);
  if (text.length <= INLINE_MAX.length && comparisons <= INLINE_MAX.comparisons)
    return readSentence({ text, facts });
  const toName = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const named = { sources, sinks, pipelines: pipelines.map(toName) };
  try {
    return await apart.run(READ, { text, facts: named });
  } catch (error) {
    if (!(error instanceof JobOverrun)) throw error;
    throw new ContractError(
      'QUERY_TIMEOUT',
      'That sentence takes too long to read. Say it in fewer words, with the whole name of the pipeline.',
    );
  }
}
