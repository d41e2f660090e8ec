import type { PreferencesChange, PreferencesEvent } from '../../../machines/preferences/index.ts';
import { notify } from './toasts.ts';

function send(event: PreferencesEvent): void {
  import('./preferences-actor.ts').then(
    ({ preferencesActor }) => preferencesActor.send(event),
    () => {
      if (event.type === 'preferences.load') return;
      notify({ message: 'The code of preferences could not be loaded. Try again.', status: 'error' });
    },
  );
}

/** Reads what the person set for themselves; until then, and when that fails, the defaults are in force. */
export const loadPreferences = (): void => send({ type: 'preferences.load' });

/** Changes something at once, and stores it. */
export const changePreferences = (change: PreferencesChange): void =>
  send({ type: 'preferences.change', change });
