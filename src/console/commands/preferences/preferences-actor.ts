import { createActor, fromPromise } from 'xstate';
import { selectIsOpen } from '../../../../machines/connection-mark/index.ts';
import { findFirstRefusal, type KeyRefusal } from '../../../../machines/key-map/index.ts';
import {
  preferencesMachine,
  type SaveInput,
  type SaveOutput,
  selectPreferences,
  type WantedChanges,
} from '../../../../machines/preferences/index.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../../contract/entities/preferences.ts';
import { formatErrorText } from '../../../contract/errors.ts';
import { liveClient } from '../../api/live-client.ts';
import { savedLogViews } from '../../state/log-views.ts';
import { notify } from '../../state/toasts.ts';
import { isTourSeen } from '../../state/tour.ts';
import { buildKeyMapSettings, getListedTitle } from '../keys/key-map.ts';
import { keyMap } from '../keys/keys-in-force.ts';
import { savedMacros } from '../macros/macro-status.ts';
import { getCommandHost } from '../runtime.ts';
import { readPreferences, storePreferences } from './preferences-calls.ts';

const CHANNEL = 'penstock.preferences';

/**
 * Announces saves to other windows of this browser. Rereads on an announcement, and on focus, since another
 * browser may have saved.
 * @returns function that announces a save
 */
function followOtherWindows(read: () => void): () => void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') read();
  });
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = read;
  return () => channel.postMessage('stored');
}

function findKeyRefusal({ wanted, changes }: WantedChanges): KeyRefusal | undefined {
  const ids = changes.flatMap((change) => (change.kind === 'keys' ? Object.keys(change.keys) : []));
  return findFirstRefusal(buildKeyMapSettings(getCommandHost().registry, wanted), ids);
}

export const preferencesActor = createActor(
  preferencesMachine.provide({
    actors: {
      load: fromPromise<Preferences>(readPreferences),
      save: fromPromise<SaveOutput, SaveInput>(({ input }) => storePreferences(input)),
    },
    guards: { fits: (_, wanted) => findKeyRefusal(wanted) === undefined },
  }),
);

let shown: Preferences | undefined;
preferencesActor.subscribe((snapshot) => {
  const preferences = selectPreferences(snapshot);
  if (snapshot.matches('ready')) isTourSeen.set(preferences.isTourSeen === true);
  const { logViews = [] } = preferences;
  const isRead = !snapshot.matches('waiting') && !snapshot.matches('loading');
  if (isRead && JSON.stringify(logViews) !== JSON.stringify(savedLogViews.get())) savedLogViews.set(logViews);
  if (JSON.stringify(preferences) === JSON.stringify(shown)) return;
  const former = shown ?? DEFAULT_PREFERENCES;
  shown = preferences;
  if (JSON.stringify(preferences.macros) !== JSON.stringify(former.macros))
    savedMacros.set(preferences.macros);
  if (
    preferences.characterKeys !== former.characterKeys ||
    JSON.stringify(preferences.keyBindings) !== JSON.stringify(former.keyBindings)
  )
    keyMap.set({ bindings: preferences.keyBindings, characterKeys: preferences.characterKeys });
});

preferencesActor.on('preferences.failed', ({ problem }) =>
  notify({
    message: formatErrorText({
      title: 'Your change is not saved; it applies in this window only',
      causes: [problem],
      resolutions: [
        'It will be saved when the service is back. Until then you can retry or undo it in your profile.',
      ],
    }),
    status: 'error',
  }),
);
preferencesActor.on('preferences.dropped', (dropped) => {
  const refusal = findKeyRefusal(dropped);
  const command = refusal && getCommandHost().registry.command(refusal.commandId);
  if (!refusal || !command) return;
  notify({
    message: formatErrorText({
      title: `The keys of '${getListedTitle(command)}' were not changed: ${refusal.message}`,
      causes: ['Another window changed them in the meantime'],
      resolutions: ['Choose other keys in your profile'],
    }),
    status: 'warning',
  });
});
const readAgain = () => preferencesActor.send({ type: 'preferences.load' });
const tellOtherWindows = followOtherWindows(readAgain);
liveClient.connection.on('refetch.wanted', readAgain);
// Retries a failed save when the connection is back.
let wasOpen = false;
liveClient.connection.subscribe((snapshot) => {
  const isOpen = selectIsOpen(snapshot);
  if (isOpen && !wasOpen) preferencesActor.send({ type: 'preferences.retry' });
  wasOpen = isOpen;
});
preferencesActor.on('preferences.stored', tellOtherWindows);
preferencesActor.start();
