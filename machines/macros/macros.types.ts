import type { Macro, MacroStep } from '../../src/contract/entities/preferences.ts';

export type { Macro, MacroStep };

/** What became of an attempt to run a step. */
export type StepOutcome =
  | { kind: 'ran' }
  /** A review, or an argument that is missing, is put before the person. */
  | { kind: 'asked' }
  /** It may yet become possible; `isFinal` when it never will. */
  | { kind: 'refused'; reason: string; isFinal?: boolean };
