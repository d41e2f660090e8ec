import { Virtual } from '@guidepup/virtual-screen-reader';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useSites } from '../../src/console/actors/sites.ts';
import { registry } from '../../src/console/app/commands.ts';
import { LocationProvider } from '../../src/console/app/location.tsx';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import DashboardPage from '../../src/console/views/dashboard/DashboardPage.tsx';
import MonitoringPage from '../../src/console/views/monitoring/MonitoringPage.tsx';
import { counters } from '../api/support/counting.ts';
import { makeDeployedPipeline } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { pageBase, shellActorsStub } from '../model/command-context.ts';
import { framesDrawn } from '../model/fake-clock.ts';

const MEGABYTE_EVENTS = 10_000;

let now: number;
let api: TestService;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;
let client: QueryClient;

// The code of all screens is compiled for it: on a busy machine that takes its time.
beforeAll(async () => {
  await registry.complete();
  await Promise.all([
    import('../../src/console/views/dashboard/LiveSiteMetrics.tsx'),
    import('../../src/console/views/dashboard/SiteOverview.tsx'),
    import('../../src/console/views/dashboard/SiteCharts.tsx'),
  ]);
}, 180_000);
beforeEach(async () => {
  // It stands still: what came in after a minute turned would lie behind the range that is shown.
  now = Date.now();
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
  await api.stop();
});

/** So many megabytes came in by now, of which a quarter was let through. */
function flow(megabytes: number): void {
  const taken = megabytes * MEGABYTE_EVENTS;
  const last = { lastEventAt: now };
  api.engine.report({
    type: 'counters',
    bootId: 'a',
    at: now,
    pipelines: {
      [made.pipelineId]: {
        [made.sourceId]: counters(taken, taken, last),
        [made.transformId]: counters(taken, taken / 4, last),
        [made.sinkId]: counters(taken / 4, taken / 4, last),
      },
    },
  });
}

/** Shows a screen, puts the focus into its table, and writes down what is said while the figures move. */
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

test('R2.1-05 figures that move on the dashboard are not read out, and the focus stays in the table', async () => {
  const said = await saidWhileFiguresMove(
    '/',
    DashboardPage,
    { role: 'grid', name: 'Pipelines by input' },
    (megabytes) => `${megabytes}MB`,
  );
  expect(said).toEqual([]);
});

test('R2.1-22 figures that move on monitoring are not read out, and the focus stays in the table of health', async () => {
  const said = await saidWhileFiguresMove(
    '/monitoring',
    MonitoringPage,
    { role: 'treegrid', name: 'Health' },
    (megabytes) => `${megabytes}MB`,
  );
  expect(said).toEqual([]);
});
