import type { MacrosEvent } from '../../../machines/macros/index.ts';
import type { Macro } from '../../contract/entities/preferences.ts';
import { createStore } from '../commands/store.ts';
import { notify } from './toasts.ts';

/** What the shell shows of macros; the machine itself is loaded when it is needed. */
export type MacroStatus =
  | { mode: 'idle' }
  | { mode: 'recording' | 'unnamed'; count: number }
  | { mode: 'running'; name: string; step: number; of: number };

export const macroStatus = createStore<MacroStatus>({ mode: 'idle' });

/** Macros of who is signed in. */
export const savedMacros = createStore<readonly Macro[]>([]);

/** Why nothing can be recorded or run now; undefined when it can. */
export function macroBusyReason(): string | undefined {
  const { mode } = macroStatus.get();
  if (mode === 'recording') return 'A macro is being recorded';
  if (mode === 'unnamed') return 'The recorded macro has no name yet';
  return mode === 'running' ? 'A macro is running' : undefined;
}

/**
 * Sends an event to the macros; their code comes with the first one. A function tells the event when they are
 * there, so that a second press is about what the first one did.
 */
export function sendToMacros(event: MacrosEvent | (() => MacrosEvent)): void {
  import('./macros-actor.ts').then(
    ({ macrosActor }) => macrosActor.send(typeof event === 'function' ? event() : event),
    () => notify({ message: 'The code of macros could not be loaded. Try again.', status: 'error' }),
  );
}
