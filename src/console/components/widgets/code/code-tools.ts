import { createContext } from 'react';
import type { PatternOutcome, PatternTrial } from '../../../../contract/calls/patterns.ts';

/** External data of code fields: the engine's pattern test, and samples. */
export type CodeTools = {
  /** Rejects when there is no answer; the signal cancels an outdated trial. */
  testPattern?: ((trial: PatternTrial, signal: AbortSignal) => Promise<PatternOutcome>) | undefined;
  /** Raw texts, newest first. */
  samples?: readonly string[] | undefined;
  /** Values of a field, newest first. */
  samplesOf?: ((field: string) => readonly string[]) | undefined;
  /** Known field paths to choose from; undefined without events. */
  fieldPaths?: readonly string[] | undefined;
  eventCount?: number | undefined;
  /** Among the preview's events at this node; undefined without a preview. */
  countMissing?: ((field: string) => { missing: number; all: number }) | undefined;
  /** Source of the samples, unless live. */
  samplesNote?: string | undefined;
};

export const CodeToolsContext = createContext<CodeTools>({});
