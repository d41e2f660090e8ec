import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KnownSite, SiteSelectionEvent } from '../../machines/site-selection/index.ts';
import { siteSelectionModel } from '../../machines/site-selection/site-selection.model.ts';
import { queryClient } from '../../src/console/api/query-client.ts';
import { SiteButton } from '../../src/console/app/shell/site-button.tsx';
import { changeSite } from '../../src/console/app/site-change.ts';
import { STORAGE_KEYS } from '../../src/console/lib/storage.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { forgetSite, prefetchSites, siteActor } from '../../src/console/state/sites.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { pageBase } from './command-context.ts';

/** Reads of a site, by any screen. */
const OF_A_SITE = [
  'listPipelines',
  'listNodeNames',
  'listSources',
  'listSinks',
  'listTransforms',
  'getPipelineSummaries',
  'listPipelineErrors',
  'listNotifications',
].map((id) => [id, {}]);
const PIPELINE = '/pipelines/300000000000000001';
const stored = () => localStorage.getItem(STORAGE_KEYS.site);

/** The path decides when the list of sites is answered. */
let answer: (response: Response) => void = () => undefined;
beforeEach(() => {
  pageBase();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});
afterEach(() => vi.unstubAllGlobals());
const drawn = () => new Promise((resolve) => setTimeout(resolve));

type World = { redirects: number };

const makeSite = ({ id, status }: KnownSite) => ({
  id,
  status,
  name: `Site ${id}`,
  description: '',
  vendor: 'AWS',
  managedByGit: false,
  git: null,
  version: '1.0.0',
  engine: 'embedded',
  engineState: 'running',
  supportsFullMenu: true,
  needsApproval: false,
  revision: 1,
  updatedAt: '2026-01-02T10:15:00Z',
});

/** Waits for a first or repeated request of the list. */
const answered = (response: Response) =>
  act(async () => {
    const asked = queryClient.refetchQueries({ queryKey: ['listSites'] }, { cancelRefetch: false });
    await drawn();
    answer(response);
    await asked;
    await drawn();
  });

const drivers: Drivers<SiteSelectionEvent, World> = {
  'sites.read': async (_, { sites, wanted: [named, kept] }) => {
    window.history.replaceState(null, '', named ? `/dashboard?site=${named}` : '/dashboard');
    const selected = siteActor.getSnapshot().context.siteId;
    // Another window's stored site counts once this one's own is gone.
    if (kept && !sites.some(({ id }) => id === selected)) localStorage.setItem(STORAGE_KEYS.site, kept);
    const body = { sites: sites.map(makeSite), pagination: { totalCount: sites.length } };
    await answered(Response.json(body));
  },
  'sites.failed': async () => {
    const asked = prefetchSites();
    await answered(new Response('', { status: 500 }));
    await asked;
  },
  'site.picked': (world, { siteId, leaves }) => {
    window.history.replaceState(null, '', leaves ? PIPELINE : '/dashboard');
    for (const key of OF_A_SITE) queryClient.setQueryData(key, 'of the former site');
    act(() => changeSite(siteId));
    if (!leaves) return;
    world.redirects += 1;
    // A detail screen gives way to its list, with the site in the address.
    expect(`${window.location.pathname}${window.location.search}`).toBe(`/pipelines?site=${siteId}`);
  },
  'site.named': (_, { siteId }) => act(() => siteActor.send({ type: 'site.named', siteId })),
  'session.ended': () =>
    act(async () => {
      forgetSite();
      await drawn();
    }),
};

test('every transition of the selector: stored, shown and forgotten [E10, R4-97 … R4-99]', async () => {
  const paths = makePaths(siteSelectionModel);
  let redirects = 0;
  const walked = await driveAll(paths, {
    drives: Object.keys(drivers),
    create: () => {
      queryClient.clear();
      forgetSite();
      window.history.replaceState(null, '', '/dashboard');
      render(
        <QueryClientProvider client={queryClient}>
          <LocationProvider>
            <SiteButton />
          </LocationProvider>
        </QueryClientProvider>,
      );
      const world: World = { redirects: 0 };
      return {
        send: async (event) => {
          const before = siteActor.getSnapshot().context.siteId;
          await sendBy(drivers, world, event as SiteSelectionEvent);
          const after = siteActor.getSnapshot().context.siteId;
          const kept = OF_A_SITE.filter((key) => queryClient.getQueryData(key) !== undefined);
          if (event.type === 'site.picked' && before !== undefined)
            expect(kept).toEqual(before === after ? OF_A_SITE : []);
        },
        read: () => ({
          stored: stored(),
          label: screen.getByRole('button').getAttribute('aria-label') ?? '',
        }),
        dispose: () => {
          redirects += world.redirects;
          cleanup();
        },
      };
    },
    project: (snapshot) => {
      const siteId = snapshot.context.siteId;
      const isPending = snapshot.matches('loading');
      const name = siteId === undefined ? (isPending ? '' : 'Select existing site') : `Site ${siteId}`;
      return { stored: siteId ?? null, label: `Site: ${name}` };
    },
  });
  expect([walked, redirects > 0]).toEqual([paths.edges.size, true]);
});
