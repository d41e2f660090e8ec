import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { useSites } from '../../src/console/state/sites.ts';

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
