import { createActor, fromPromise } from 'xstate';
import { firstRefusal } from '../../../machines/key-map/index.ts';
import {
  preferencesMachine,
  type SaveInput,
  type SaveOutput,
  selectPreferences,
} from '../../../machines/preferences/index.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
} from '../../contract/entities/preferences.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { keyMap } from '../commands/keys.ts';
import { commandHost } from '../commands/runtime.ts';
import { keyMapSettings } from './key-map.ts';
import { macroCommands } from './macro-commands.ts';
import { savedMacros } from './macros.ts';
import { notify } from './toasts.ts';

/** Conflicts are looked for among all commands, so they are waited for. */
const load = async (): Promise<Preferences> => {
  await commandHost().registry.complete();
  return read();
};

const read = async (): Promise<Preferences> => (await callApi('getPreferences', {})).data.preferences;

/** Only what differs goes out, so that a window of an older console changes nothing it does not know. */
function patchOf({ stored, wanted }: SaveInput) {
  const { characterKeys, keyBindings, macros } = wanted;
  return {
    ...(characterKeys === stored.characterKeys ? {} : { characterKeys }),
    ...(JSON.stringify(keyBindings) === JSON.stringify(stored.keyBindings) ? {} : { keyBindings }),
    ...(JSON.stringify(macros) === JSON.stringify(stored.macros) ? {} : { macros }),
  };
}

async function store(input: SaveInput): Promise<SaveOutput> {
  try {
    const { data } = await callApi(
      'updatePreferences',
      { body: { preferences: patchOf(input) } },
      { ifMatch: input.stored.revision },
    );
    return { kind: 'stored', preferences: data.preferences };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = preferencesSchema.safeParse(error.current);
    return { kind: 'stale', preferences: current.success ? current.data : await read() };
  }
}

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
      save: fromPromise<SaveOutput, SaveInput>(({ input }) => store(input)),
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
