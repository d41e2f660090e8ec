import '../../styles/index.ts';
import { createRoot } from 'react-dom/client';
import { listenToKeys } from './actors/key-sequences.ts';
import { invalidateAfterWrites } from './api/invalidation.ts';
import { followLiveChannel } from './api/live-cache.ts';
import { liveClient } from './api/live-client.ts';
import { queryClient } from './api/query-client.ts';
import { handleApiErrors } from './api/report-error.ts';
import { App } from './app/App.tsx';
import { registry } from './app/commands.ts';
import { commandHost, showErrorOutcome } from './app/host.ts';
import { installCommands } from './commands/runtime.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element with the id root');

installCommands(commandHost);
handleApiErrors(showErrorOutcome);
invalidateAfterWrites(queryClient);
followLiveChannel(queryClient, liveClient);
liveClient.start();
listenToKeys(registry);
createRoot(root).render(<App />);
