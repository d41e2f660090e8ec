import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type KnownSite,
  type SiteSelectionEvent,
  selectSiteId,
} from '../../machines/site-selection/index.ts';
import { siteSelectionModel } from '../../machines/site-selection/site-selection.model.ts';
import { forgetSite, prefetchSites, siteActor } from '../../src/console/actors/sites.ts';
import { STORAGE_KEYS } from '../../src/console/actors/storage.ts';
import { queryClient } from '../../src/console/api/query-client.ts';
import { LocationProvider } from '../../src/console/app/location.tsx';
import { SiteButton } from '../../src/console/app/shell/site-selector.tsx';
import { changeSite } from '../../src/console/app/site-change.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';
import { pageBase } from './command-context.ts';

/** What is read of a site, by whatever screen (R4-99). */
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

/** The list of sites is answered when a path says so. */
let answer: (response: Response) => void = () => undefined;
beforeEach(() => {
  pageBase();
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});
afterEach(() => vi.unstubAllGlobals());
const drawn = () => new Promise((resolve) => setTimeout(resolve));

type World = { redirects: number };

const siteOf = ({ id, status }: KnownSite) => ({
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
  revision: 1,
  updatedAt: '2026-01-02T10:15:00Z',
});

/** The list that is asked for, or is asked for again. */
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
    const selected = selectSiteId(siteActor.getSnapshot());
    // What another window stored counts once this one has none that is there.
    if (kept && !sites.some(({ id }) => id === selected)) localStorage.setItem(STORAGE_KEYS.site, kept);
    const body = { sites: sites.map(siteOf), pagination: { totalCount: sites.length } };
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
    // A screen of one thing gives way to its list, whose address names the site (R4-100).
    expect(`${window.location.pathname}${window.location.search}`).toBe(`/pipelines?site=${siteId}`);
  },
  'site.named': (_, { siteId }) => act(() => siteActor.send({ type: 'site.named', siteId })),
  'session.ended': () =>
    act(async () => {
      forgetSite();
      await drawn();
    }),
};

test('E10 R4-97 R4-98 R4-99 every transition of the choice on the selector: what is stored, shown and forgotten', async () => {
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
          const before = selectSiteId(siteActor.getSnapshot());
          await sendBy(drivers, world, event as SiteSelectionEvent);
          const after = selectSiteId(siteActor.getSnapshot());
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
      const siteId = selectSiteId(snapshot);
      const isPending = snapshot.matches('loading');
      const name = siteId === undefined ? (isPending ? '' : 'Select existing site') : `Site ${siteId}`;
      return { stored: siteId ?? null, label: `Site: ${name}` };
    },
  });
  expect([walked, redirects > 0]).toEqual([paths.edges.size, true]);
});
