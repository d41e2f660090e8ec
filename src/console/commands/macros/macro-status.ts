import type { Macro } from '../../../contract/entities/preferences.ts';
import { createStore } from '../../lib/store.ts';

export type MacroStatus =
  | { mode: 'idle' }
  | { mode: 'recording' | 'unnamed'; count: number }
  | { mode: 'running'; name: string; step: number; of: number };

export const macroStatus = createStore<MacroStatus>({ mode: 'idle' });

export const savedMacros = createStore<readonly Macro[]>([]);

/** Reason why no macro can be recorded or run now, else undefined. */
export function findMacroBusyReason(): string | undefined {
  const { mode } = macroStatus.get();
  if (mode === 'recording') return 'A macro is being recorded';
  if (mode === 'unnamed') return 'The recorded macro has no name yet';
  return mode === 'running' ? 'A macro is running' : undefined;
}
