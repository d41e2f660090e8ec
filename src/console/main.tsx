import '../../styles/index.ts';
import { startTransition } from 'react';
import { listenToKeys } from './actors/key-sequences.ts';
import { loadPreferences } from './actors/preferences.ts';
import { prefetchSites } from './actors/sites.ts';
import { invalidateAfterWrites } from './api/invalidation.ts';
import { liveClient } from './api/live-client.ts';
import { pollWithFocusOnly, queryClient } from './api/query-client.ts';
import { handleApiErrors } from './api/report-error.ts';
import { App } from './app/App.tsx';
import { registry } from './app/commands.ts';
import { afterFirstContent } from './app/first-content.ts';
import { commandHost, showErrorOutcome, tellPopupError } from './app/host.ts';
import { createRoot } from './app/react-root.ts';
import { routeOf } from './app/routes.ts';
import { installCommands } from './commands/runtime.ts';
import { handlePopupErrors } from './widgets/lazy/popup-boundary.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element with the id root');

const START_AGAIN_MS = 10_000;
/** The frame of the page stands before; nobody waits longer for the shell, however slow the service is. */
const DRAW_AT_LATEST_MS = 250;

/** Code that cannot be had now may be there later; until then what is on screen counts as old. */
const startLive = (): void => {
  import('./api/live-transport.ts').then(
    ({ followLiveChannel, liveTransport }) => {
      followLiveChannel(queryClient, liveClient);
      liveClient.start(liveTransport);
    },
    () => {
      liveClient.unavailable();
      setTimeout(startLive, START_AGAIN_MS);
    },
  );
};

pollWithFocusOnly();
installCommands(commandHost);
handleApiErrors(showErrorOutcome);
handlePopupErrors(tellPopupError);
invalidateAfterWrites(queryClient);
listenToKeys(registry);

// In a task of its own: to run all modules is long enough a task.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  // Code and data of the first screen start together. When they are there soon, all is drawn in one go.
  const firstView = routeOf(window.location.pathname)?.view.preload();
  const firstData = Promise.all([firstView, prefetchSites()]).then(([view, siteId]) =>
    siteId === undefined ? undefined : view?.prefetch?.(siteId),
  );
  const drawAtLatest = new Promise((resolve) => setTimeout(resolve, DRAW_AT_LATEST_MS));
  // No await: the code of the screen waits for this module.
  Promise.race([firstData, drawAtLatest]).finally(() => {
    // In small steps, so that a key pressed meanwhile is heard.
    startTransition(() => createRoot(root).render(<App />));
    afterFirstContent(() => {
      startLive();
      loadPreferences();
    });
  });
};
port2.postMessage(0);
