import { createActor, fromPromise } from 'xstate';
import { firstRefusal } from '../../../machines/key-map/index.ts';
import {
  preferencesMachine,
  type SaveInput,
  type SaveOutput,
  selectPreferences,
} from '../../../machines/preferences/index.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../contract/entities/preferences.ts';
import { keyMap } from '../commands/keys.ts';
import { commandHost } from '../commands/runtime.ts';
import { keyMapSettings } from './key-map.ts';
import { macroCommands } from './macro-commands.ts';
import { savedMacros } from './macros.ts';
import { readPreferences, storePreferences } from './preferences-calls.ts';
import { notify } from './toasts.ts';

/** Conflicts are looked for among all commands, so they are waited for. */
const load = async (): Promise<Preferences> => {
  await commandHost().registry.complete();
  return readPreferences();
};

/** No two commands on one key, no two macros of one name. */
const areConsistent = (preferences: Preferences): boolean => {
  const names = preferences.macros.map(({ name }) => name.toLowerCase());
  return (
    new Set(names).size === names.length &&
    firstRefusal(keyMapSettings(commandHost().registry, preferences)) === undefined
  );
};

/** Preferences of who is signed in. */
export const preferencesActor = createActor(
  preferencesMachine.provide({
    actors: {
      load: fromPromise<Preferences>(load),
      save: fromPromise<SaveOutput, SaveInput>(({ input }) => storePreferences(input)),
    },
    guards: { fits: (_, { preferences }) => areConsistent(preferences) },
  }),
);

let shown: Preferences | undefined;
preferencesActor.subscribe((snapshot) => {
  const preferences = selectPreferences(snapshot);
  if (JSON.stringify(preferences) === JSON.stringify(shown)) return;
  const former = shown ?? DEFAULT_PREFERENCES;
  shown = preferences;
  if (JSON.stringify(preferences.macros) !== JSON.stringify(former.macros)) {
    savedMacros.set(preferences.macros);
    commandHost().registry.setDynamic(macroCommands(preferences.macros));
  }
  if (
    preferences.characterKeys !== former.characterKeys ||
    JSON.stringify(preferences.keyBindings) !== JSON.stringify(former.keyBindings)
  )
    keyMap.set({ bindings: preferences.keyBindings, characterKeys: preferences.characterKeys });
});

preferencesActor.on('preferences.failed', ({ problem }) =>
  notify({
    message: `Your change is in force in this window but could not be stored: ${problem} Your profile offers to try again.`,
    status: 'error',
  }),
);
preferencesActor.on('preferences.dropped', () =>
  notify({
    message:
      'Another window changed your keys or macros meanwhile; your change does not fit and was not made.',
    status: 'warning',
  }),
);
preferencesActor.start();
