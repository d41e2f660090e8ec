import { waitFor } from 'xstate';
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

/** True once the service has it. False: it applies to this window only, and a message was shown. */
export async function storePreference(change: PreferencesChange): Promise<boolean> {
  const { preferencesActor } = await import('./preferences-actor.ts');
  preferencesActor.send({ type: 'preferences.change', change });
  const snapshot = await waitFor(
    preferencesActor,
    (one) => one.matches('ready') || one.matches('unsaved') || one.matches('unloaded'),
  );
  return snapshot.matches('ready');
}

export const changePreferences = (change: PreferencesChange): void =>
  send({ type: 'preferences.change', change });
