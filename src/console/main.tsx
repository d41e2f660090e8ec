import '../../styles/index.ts';
import { startTransition } from 'react';
import { invalidateAfterWrites } from './api/invalidation.ts';
import { liveClient } from './api/live-client.ts';
import { pollWithFocusOnly, queryClient } from './api/query-client.ts';
import { handleApiErrors } from './api/report-error.ts';
import { App } from './app/App.tsx';
import { registry } from './app/commands.ts';
import { runAfterFirstContent } from './app/first-content.ts';
import { commandHost, notifyPopupError, showErrorOutcome } from './app/host.ts';
import { createRoot } from './app/react-root.ts';
import { findRoute } from './app/routes.ts';
import { listenToKeys } from './commands/keys/key-sequences.ts';
import { loadPreferences } from './commands/preferences/preferences.ts';
import { installCommands } from './commands/runtime.ts';
import { handlePopupErrors } from './components/widgets/lazy/popup-boundary.tsx';
import { prefetchSites } from './state/sites.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element with the id root');

const START_AGAIN_MS = 10_000;
/** Until then the static page frame is shown. */
const DRAW_AT_LATEST_MS = 250;

/** Until loading succeeds the data on screen is marked stale. */
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
handlePopupErrors(notifyPopupError);
invalidateAfterWrites(queryClient);
listenToKeys(registry);

// A separate task: evaluating all modules already is a long one.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  // Load code and data in parallel; render once if both arrive in time.
  const firstView = findRoute(window.location.pathname)?.view.preload();
  const firstData = Promise.all([firstView, prefetchSites()]).then(([view, siteId]) =>
    siteId === undefined ? undefined : view?.prefetch?.(siteId),
  );
  const drawAtLatest = new Promise((resolve) => setTimeout(resolve, DRAW_AT_LATEST_MS));
  // No top-level await: the chunk of the screen waits for this module.
  Promise.race([firstData, drawAtLatest]).finally(() => {
    // A transition is interruptible, so that key presses meanwhile are handled.
    startTransition(() => createRoot(root).render(<App />));
    runAfterFirstContent(() => {
      startLive();
      loadPreferences();
    });
  });
};
port2.postMessage(0);
