import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { useTemplates } from './use-templates.ts';

const SITE = '400000000000000001';

let asked: URL[] = [];
beforeEach(async () => {
  asked = [];
  await loadCall('listSourceTemplates');
  pageBase();
  selectedSiteId.set(SITE);
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    asked.push(new URL(new Request(...request).url));
    return Response.json({ sourceTemplates: [] });
  });
});
afterEach(() => {
  cleanup();
  selectedSiteId.set(undefined);
  vi.unstubAllGlobals();
});

function createWrapper() {
  const client = createQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}
const listAsked = () => asked.map(({ searchParams }) => searchParams.get('includeConfigFormat'));

test('a list asks for the kinds of sources without their forms', async () => {
  const { result } = renderHook(() => useTemplates('source', SITE, { hasForms: false }), {
    wrapper: createWrapper(),
  });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(listAsked()).toEqual(['false']);
});

test('a screen with a list asks for forms once one is wanted', async () => {
  const { result, rerender } = renderHook(
    ({ isWanted }) => ({
      kinds: useTemplates('source', SITE, { hasForms: false }),
      forms: useTemplates('source', SITE, { isWanted }),
    }),
    { wrapper: createWrapper(), initialProps: { isWanted: false } },
  );
  await waitFor(() => expect(result.current.kinds.isLoading).toBe(false));
  expect(listAsked()).toEqual(['false']);
  rerender({ isWanted: true });
  await waitFor(() => expect(result.current.forms.isLoading).toBe(false));
  expect(listAsked()).toEqual(['false', null]);
});
