import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import { keySequenceActor, listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { type ContextBase, installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import type { ScopeDefinition } from '../../src/console/commands/scopes.ts';
import type { Command } from '../../src/console/commands/types.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { useSites } from '../../src/console/state/sites.ts';
import { createTestSite } from '../../src/console/state/testing-site.ts';
import { filterCommands, filterScopes } from '../../src/console/views/list/filter.commands.ts';
import { listCommands } from '../../src/console/views/list/list.commands.ts';
import { pageBase, shellActorsStub } from '../model/command-context.ts';

/** Shows a page at an address, once its site is known. */
export function renderSitePage(Page: ComponentType, address: string, client: QueryClient): void {
  const WithSite = () => (useSites().site ? <Page /> : null);
  window.history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={client}>
      <LocationProvider>
        <WithSite />
      </LocationProvider>
    </QueryClientProvider>,
  );
}

export const SITE = createTestSite();

type ListPageOptions = {
  readonly commands: readonly Command[];
  readonly scopes: readonly ScopeDefinition[];
  /** What the service answers; the list of sites is answered already. */
  readonly answer: (call: Request, url: URL) => Response | Promise<Response>;
  readonly navigate?: ContextBase['navigate'];
};

/** Makes the list pages of a site work in a test: keys run their commands, and `answer` is the service. */
export function prepareListPage({ commands, scopes, answer, navigate }: ListPageOptions) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  pageBase();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const call = new Request(...request);
    const url = new URL(call.url);
    if (url.pathname === '/v1/sites') return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    return answer(call, url);
  });
  const registry = createRegistry(
    [...listCommands, ...filterCommands, ...commands],
    [{ id: 'list', mode: 'LIST' }, ...filterScopes, ...scopes],
  );
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  setContextBase({ ...shellActorsStub(), site: SITE, ...(navigate && { navigate }) });
  const stopKeys = listenToKeys(registry);
  return {
    show: (Page: ComponentType, address: string) => renderSitePage(Page, address, client),
    stop: () => {
      cleanup();
      client.clear();
      stopKeys();
      keySequenceActor.send({ type: 'settings.changed', settings: { bindings: [], scopes: ['global'] } });
      vi.unstubAllGlobals();
    },
  };
}
export type ListPage = ReturnType<typeof prepareListPage>;
