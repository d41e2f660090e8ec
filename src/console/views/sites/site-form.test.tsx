import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import { flagsOn } from '../../state/flags.ts';
import { LocationProvider } from '../../state/location.tsx';
import { SiteForm } from './SiteForm.tsx';

let sent: unknown;
beforeEach(async () => {
  sent = undefined;
  await loadCall('createSite');
  pageBase();
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const asked = new Request(...request);
    if (asked.method === 'POST') sent = await asked.json();
    return Response.json(
      { code: 'VALIDATION_FAILED', reason: 'VALIDATION_FAILED', message: 'No', requestId: 'r' },
      { status: 400 },
    );
  });
  installCommands({
    registry: createRegistry([], []),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  setContextBase(shellActorsStub());
});
afterEach(() => {
  cleanup();
  flagsOn.set(undefined);
  vi.unstubAllGlobals();
});

test('git fields are saved, also when flags arrive after opening [R2.6-01, R6-50]', async () => {
  flagsOn.set(undefined);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LocationProvider>
        <SiteForm site={undefined} detail={undefined} isSelected={false} onClose={() => undefined} />
      </LocationProvider>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('switch', { name: 'Managed by Git' })).toBeNull();
  act(() => flagsOn.set(new Set(['gitOps'])));
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Paris');
  await user.click(screen.getByRole('switch', { name: 'Managed by Git' }));
  await user.click(screen.getByRole('combobox', { name: 'Repository' }));
  await user.click(await screen.findByRole('option', { name: 'Elsewhere' }));
  await user.type(screen.getByRole('textbox', { name: /^Branch/ }), 'main{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(sent).toBeDefined(), 20_000);
  expect(sent).toMatchObject({ site: { name: 'Paris', managedByGit: true, gitBranch: 'main' } });
});
