import type { Macro, MacroStep } from '../../src/contract/entities/preferences.ts';

export type { Macro, MacroStep };

export type StepOutcome =
  | { kind: 'ran' }
  | { kind: 'asked' }
  /** Retried unless `isFinal`. */
  | { kind: 'refused'; reason: string; isFinal?: boolean };
