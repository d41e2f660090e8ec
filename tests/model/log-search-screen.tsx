import { QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { loadCall } from '../../src/console/api/call-table.ts';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { createTestSite } from '../../src/console/state/testing-site.ts';
import { timeFilterActor } from '../../src/console/state/time-filter.ts';
import { hydrationCommands, hydrationScopes } from '../../src/console/views/hydration/hydration.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import LogSearchPage from '../../src/console/views/log-search/LogSearchPage.tsx';
import {
  logSearchCommands,
  logSearchScopes,
} from '../../src/console/views/log-search/log-search.commands.ts';
import { renderSitePage } from '../harness/site-page.tsx';
import { pageBase, shellActorsStub } from './command-context.ts';
import { fakeClock, realClock } from './fake-clock.ts';

const SITE = createTestSite();

/** Of one source, with nothing unread. */
export const READING = { filesRead: 1, bytes: '1', events: '1', unread: [], unreadCount: 0 };

export const COUNTED = {
  ...{ id: '1', state: 'DONE', reason: '', matchCount: '0', bucketSeconds: 60, buckets: [] },
  ...{ countedFromUnixTimeSeconds: 0, facets: [], facetEventCount: '0', facetEventBytes: '0' },
  reading: READING,
};

/** Answers that came, and what the screen does with them; the clock stands still otherwise. */
export const settle = (ms = 0): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** What is asked about events: `query` is empty for a count that was started before. */
export type Asked = { what: 'rows' | 'count'; query: string; signal: AbortSignal };

/** Log Search with one archived source, its keys, and a clock that stands still; `answer` is the service. */
export async function showLogSearch(answer: (asked: Asked) => Response | Promise<Response>) {
  // Their code arrives in real time, which the clock does not move.
  for (const id of ['listSites', 'listLogSources', 'searchLogs', 'startLogCount'] as const)
    await loadCall(id);
  fakeClock();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  pageBase();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const call = new Request(...request);
    const path = new URL(call.url).pathname;
    if (path.endsWith('/sites')) return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    if (path.includes('sources')) {
      const source = { id: '2', name: 'web', isArchived: true, problem: '', waitingEventCount: '0' };
      return Response.json({ sources: [source] });
    }
    if (!path.includes('log-search')) return Response.json({});
    const { query = '' } = call.method === 'POST' ? await call.json() : {};
    return answer({ what: path.includes('count') ? 'count' : 'rows', query, signal: call.signal });
  });
  const registry = createRegistry(
    [...listCommands, ...hydrationCommands, ...logSearchCommands],
    [{ id: 'list', mode: 'LIST' }, ...hydrationScopes, ...logSearchScopes],
  );
  const quiet = { ask: () => undefined, refuse: () => undefined, record: () => undefined };
  installCommands({ registry, ...quiet });
  setContextBase({ ...shellActorsStub(), site: SITE });
  const stopKeys = listenToKeys(registry);
  timeFilterActor.send({ type: 'preset.picked', preset: '1h' });
  renderSitePage(LogSearchPage, '/log-search', client);
  const isShown = () => /\d match/.test(document.body.textContent ?? '');
  for (let turn = 0; turn < 50 && !isShown(); turn += 1) await settle(10);
  return () => {
    stopKeys();
    cleanup();
    client.clear();
    realClock();
  };
}

/** After each test, also one that failed half way. */
export function leaveLogSearch(): void {
  keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
  realClock();
}
