import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Site } from '../../../contract/entities/site.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands } from '../../commands/runtime.ts';
import { LocationProvider } from '../../state/location.tsx';
import { markScreenArrived } from '../first-content.ts';
import { Screen } from './screen.tsx';

const site = { id: '400000000000000001', name: 'Local' } as Site;
vi.mock('../../state/sites.ts', () => ({ useSites: () => ({ site, sites: [site], query: {} }) }));
vi.mock('../../views/profile/ProfilePage.tsx', () => ({
  default: () => {
    throw new Error('cannot read properties of undefined');
  },
}));
vi.mock('../../views/notifications/NotificationsPage.tsx', () => ({ default: () => <h1>Events</h1> }));

beforeEach(() => {
  installCommands({
    registry: createRegistry([], []),
    ask: () => {},
    refuse: () => {},
    record: () => {},
  });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  callGuard.set(undefined);
  vi.restoreAllMocks();
});

function open(path: string) {
  window.history.replaceState(null, '', path);
  render(
    <LocationProvider>
      <nav aria-label="Main" />
      <Screen />
    </LocationProvider>,
  );
  return within(screen.getByRole('main'));
}

// Before the others, whose screens are not the first of their page.
test('a new page is not scrolled to the top, where it is', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTop', 'set');
  const main = open('/events');
  await main.findByRole('heading', { name: 'Events' });
  expect(markScreenArrived()).toBe(false);
  expect(scrolled).not.toHaveBeenCalled();
});

test('a screen that breaks says so within the shell, which stays [R8-14, R8-15]', async () => {
  const main = open('/userProfile');
  expect(await main.findByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  expect(main.getByText(/An unexpected issue came up\. .*try again later\./)).toBeVisible();
  expect(main.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('an administrator screen is Not Authorized, names the grant, shows nothing else [R6-49]', () => {
  callGuard.set(() => 'You need the role Admin');
  const main = open('/settings/accessManagement/roles');
  expect(main.getByRole('heading', { name: 'Not Authorized' })).toBeVisible();
  expect(main.getByText(/^You need the role Admin\./)).toBeVisible();
  expect(main.queryByRole('grid')).toBeNull();
});
