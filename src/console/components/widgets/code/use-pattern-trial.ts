import { useEffect, useState } from 'react';
import {
  PATTERN_SAMPLE_MAX_LENGTH,
  PATTERN_SAMPLES_MAX,
  type PatternOutcome,
  type PatternTrial,
} from '../../../../contract/calls/patterns.ts';
import { getErrorMessage } from '../../../../contract/values.ts';
import type { CodeTools } from './code-tools.ts';

export type TrialState =
  | { kind: 'idle' }
  | { kind: 'answered'; outcome: PatternOutcome; samples: readonly string[] }
  | { kind: 'failed'; message: string };

const IDLE: TrialState = { kind: 'idle' };

/** Not empty, within the call's limits. */
export const filterUsableSamples = (samples: readonly string[]): string[] =>
  samples
    .filter((sample) => sample !== '')
    .slice(0, PATTERN_SAMPLES_MAX)
    .map((sample) => sample.slice(0, PATTERN_SAMPLE_MAX_LENGTH));

/**
 * Tests the pattern after each change. A newer trial cancels the previous one, whose result stays on screen
 * meanwhile.
 */
export function usePatternTrial(
  testPattern: CodeTools['testPattern'],
  question: Omit<PatternTrial, 'samples'>,
  samples: readonly string[],
): TrialState {
  const [state, setState] = useState<TrialState>(IDLE);
  const asked = JSON.stringify({ ...question, samples });
  const canAsk = testPattern !== undefined && question.pattern !== '' && samples.length > 0;
  useEffect(() => {
    if (!canAsk) return;
    const stop = new AbortController();
    const trial: PatternTrial = JSON.parse(asked);
    testPattern(trial, stop.signal).then(
      (outcome) => {
        if (!stop.signal.aborted) setState({ kind: 'answered', outcome, samples: trial.samples });
      },
      (error: unknown) => {
        const message = getErrorMessage(error);
        if (!stop.signal.aborted) setState({ kind: 'failed', message });
      },
    );
    return () => stop.abort();
  }, [asked, canAsk, testPattern]);
  return canAsk ? state : IDLE;
}
