import type { PreferencesChange, PreferencesEvent } from '../../../../machines/preferences/index.ts';
import { notify } from '../../state/toasts.ts';

function send(event: PreferencesEvent): void {
  import('./preferences-actor.ts').then(
    ({ preferencesActor }) => preferencesActor.send(event),
    () => {
      if (event.type === 'preferences.load') return;
      notify({ message: 'The code of preferences could not be loaded. Try again.', status: 'error' });
    },
  );
}

/** The defaults apply until then and on failure. */
export const loadPreferences = (): void => send({ type: 'preferences.load' });

export const changePreferences = (change: PreferencesChange): void =>
  send({ type: 'preferences.change', change });
