import { Virtual } from '@guidepup/virtual-screen-reader';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registry } from '../../src/console/app/commands.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { useSites } from '../../src/console/state/sites.ts';
import DashboardPage from '../../src/console/views/dashboard/DashboardPage.tsx';
import MonitoringPage from '../../src/console/views/monitoring/MonitoringPage.tsx';
import { createCounters } from '../api/support/counting.ts';
import { makeDeployedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { pageBase, shellActorsStub } from '../model/command-context.ts';
import { framesDrawn } from '../model/fake-clock.ts';

const MEGABYTE_EVENTS = 10_000;

/** Within a minute and within its ten seconds: a range ends before what came in the second it begins. */
const now = Date.UTC(2026, 4, 5, 10, 20, 35);

let api: TestService;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;
let client: QueryClient;

// Compiling all screens is slow on a busy machine.
beforeAll(async () => {
  await registry.complete();
  await Promise.all([
    import('../../src/console/views/dashboard/LiveSiteMetrics.tsx'),
    import('../../src/console/views/dashboard/SiteOverview.tsx'),
    import('../../src/console/views/dashboard/SiteVolume.tsx'),
  ]);
}, 180_000);
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  api = await startService({ clock: () => now });
  made = await makeDeployedPipeline(api, 'web');
  flow(1);
  pageBase();
  vi.stubGlobal('fetch', (...asked: ConstructorParameters<typeof Request>) =>
    Promise.resolve(api.service.app.fetch(new Request(...asked))),
  );
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  setContextBase(shellActorsStub());
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
});
afterEach(async () => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await api.stop();
});

/** Reports total megabytes in, a quarter of them passed on. */
function flow(megabytes: number): void {
  const taken = megabytes * MEGABYTE_EVENTS;
  const last = { lastEventAt: now };
  api.engine.report({
    type: 'counters',
    bootId: 'a',
    at: now,
    pipelines: {
      [made.pipelineId]: {
        [made.sourceId]: createCounters(taken, taken, last),
        [made.transformId]: createCounters(taken, taken / 4, last),
        [made.sinkId]: createCounters(taken / 4, taken / 4, last),
      },
    },
  });
}

async function saidWhileFiguresMove(
  path: string,
  Screen: ComponentType,
  table: { role: 'grid' | 'treegrid'; name: string },
  figure: (megabytes: number) => string,
): Promise<string[]> {
  window.history.replaceState(null, '', path);
  const OnSite = () => (useSites().site ? <Screen /> : null);
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <OnSite />
      </LocationProvider>
    </QueryClientProvider>,
  );
  const focused = await screen.findByRole(table.role, { name: table.name }, { timeout: 30_000 });
  const isShown = (megabytes: number) => (_: string, element: Element | null) =>
    element?.childElementCount !== 0 && element?.textContent === figure(megabytes);
  await screen.findAllByText(isShown(1));
  focused.focus();
  const reader = new Virtual();
  await reader.start({ container: document.body });
  const heard = (await reader.spokenPhraseLog()).length;
  for (const megabytes of [2, 3, 4]) {
    flow(megabytes);
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(screen.getAllByText(isShown(megabytes)).length).toBeGreaterThan(0));
    await framesDrawn();
    expect(document.activeElement).toBe(focused);
  }
  const said = (await reader.spokenPhraseLog()).slice(heard);
  await reader.stop();
  return said;
}

test('changing dashboard figures are silent, and the table keeps focus [R2.1-05]', async () => {
  const said = await saidWhileFiguresMove(
    '/',
    DashboardPage,
    { role: 'grid', name: 'Pipelines by input' },
    (megabytes) => `${megabytes}MB`,
  );
  expect(said).toEqual([]);
});

test('changing monitoring figures are silent, and the table keeps focus [R2.1-22]', async () => {
  const said = await saidWhileFiguresMove(
    '/monitoring',
    MonitoringPage,
    { role: 'treegrid', name: 'Health' },
    (megabytes) => `${megabytes}MB`,
  );
  expect(said).toEqual([]);
});
