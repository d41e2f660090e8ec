import { createContext } from 'react';
import type { PatternOutcome, PatternTrial } from '../../../contract/calls/patterns.ts';

/** What code fields need from outside: the engine's own reading of a pattern, and texts to read. */
export type CodeTools = {
  /** Rejects when there is no answer; the signal ends a trial that nobody waits for any more. */
  testPattern?: ((trial: PatternTrial, signal: AbortSignal) => Promise<PatternOutcome>) | undefined;
  /** Texts that flowed, newest first, for a pattern of the component that is edited. */
  samples?: readonly string[] | undefined;
  /** What those events have in a field, newest first, for a rule on it. */
  samplesOf?: ((field: string) => readonly string[]) | undefined;
  /** How many events they are from. */
  eventCount?: number | undefined;
  /** Where they are from, when not from what flows now. */
  samplesNote?: string | undefined;
};

export const CodeToolsContext = createContext<CodeTools>({});
