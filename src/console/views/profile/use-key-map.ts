import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { keyMapMachine } from '../../../../machines/key-map/index.ts';
import { keyChanges, selectPreferences } from '../../../../machines/preferences/index.ts';
import { keyMapSettings } from '../../actors/key-map.ts';
import { changePreferences } from '../../actors/preferences.ts';
import { preferencesActor } from '../../actors/preferences-actor.ts';
import { commandHost, useCommandContext } from '../../commands/runtime.ts';

/** The key map of who is signed in: what is changed here is in force and stored at once. */
export function useKeyMap() {
  const preferences = useSelector(preferencesActor, selectPreferences, isSame);
  const ctx = useCommandContext();
  // Commands come and go with macros and screens, and make a new context.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context tells that there are other commands
  const settings = useMemo(() => keyMapSettings(commandHost().registry, preferences), [preferences, ctx]);
  const [input] = useState(settings);
  const actor = useActorRef(keyMapMachine, { input });
  useEffect(() => actor.send({ type: 'settings.changed', settings }), [actor, settings]);
  useLayoutEffect(() => {
    const told = actor.on('keyMap.changed', ({ overlay, characterKeys }) => {
      const now = selectPreferences(preferencesActor.getSnapshot());
      changePreferences({
        kind: 'keys',
        keys: keyChanges(now.keyBindings, overlay),
        // Left out unless it changes, so that it stays as another window may have set it meanwhile.
        ...(characterKeys === now.characterKeys ? {} : { characterKeys }),
      });
    });
    return () => told.unsubscribe();
  }, [actor]);
  return { actor, snapshot: useSelector(actor, (now) => now), commands: settings.commands };
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
