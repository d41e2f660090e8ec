import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../graph/draft.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import type { Command } from '../../commands/types.ts';
import { LocationProvider } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { createTestSite } from '../../state/testing-site.ts';
import type { Catalogue } from './editor/use-catalogue.ts';
import { OtherTab } from './OtherTab.tsx';

vi.setConfig({ testTimeout: 60_000 });
const AGENTS: Command = {
  id: 'go.agents',
  title: 'Agents',
  group: 'Go to',
  icon: 'globe',
  keywords: [],
  scope: 'global',
  bar: false,
  enabled: () => true,
  run: () => undefined,
};
const SITE = { ...createTestSite(), engine: 'collectors' as const };

function Tab({ tab }: { tab: 'analytics' | 'errors' }) {
  const { site } = useSites();
  if (!site) return null;
  const openNode = () => undefined;
  return (
    <OtherTab
      tab={tab}
      pipeline={{} as Pipeline}
      draft={{} as Draft}
      catalogue={{} as Catalogue}
      {...{ openNode }}
    />
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(['analytics', 'errors'] as const)(
  'on Collectors %s says that agents count, in place of zeros',
  async (tab) => {
    pageBase();
    vi.stubGlobal('fetch', async () => Response.json({ sites: [SITE], pagination: { totalCount: 1 } }));
    installCommands({
      registry: createRegistry([AGENTS], []),
      ask: () => undefined,
      refuse: () => undefined,
      record: () => undefined,
    });
    setContextBase({ ...shellActorsStub(), site: SITE });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    render(
      <QueryClientProvider client={client}>
        <LocationProvider>
          <Tab tab={tab} />
        </LocationProvider>
      </QueryClientProvider>,
    );
    await screen.findByRole('heading', { name: 'Counted by agent' }, { timeout: 30_000 });
    expect(screen.getByRole('button', { name: /Show the agents/ })).toBeVisible();
    client.clear();
  },
);
