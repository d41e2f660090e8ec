// Slow: opens and leaves every screen.

import type { Page } from '@playwright/test';
import type { Built } from '../harness/pipelines.ts';
import { productOfFile } from './support/product.ts';
import { exampleSite, openScreen, SCREENS, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Longer than the longest polling interval. */
const WATCHED_MS = 70_000;

const LIVE_SCREENS: readonly Screen[] = [
  'monitoring',
  'monitoring/pipelineErrors',
  'deadLetters',
  'events',
  'sites',
].map((path) => ({
  name: path,
  path: () => `/${path}`,
  ready: (page) => page.getByRole('heading', { level: 1 }),
  title: /./,
}));

/**
 * Preferences follow the first content; the moved clock makes the live channel look silent, so it reopens, and the
 * frame reads anew what it shows on every screen.
 */
const FRAME_CALLS = [
  'GET /v1/auth/preferences',
  'POST /v1/auth/socket-ticket',
  'GET /v1/auth/session',
  'GET /v1/sites',
];

const running = productOfFile();
let example: Built;
test.beforeAll(async () => {
  example = await exampleSite(running);
});

/** Distinct calls, without ids. */
async function listCallsWhileTimePasses(page: Page): Promise<string[]> {
  const calls = new Set<string>();
  const note = (request: { url: () => string; method: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/'))
      calls.add(`${request.method()} ${pathname.replaceAll(/\d{6,}/g, '{id}')}`);
  };
  page.on('request', note);
  await page.clock.runFor(WATCHED_MS);
  page.off('request', note);
  return [...calls].sort();
}

const notFound = (page: Page) =>
  page.getByRole('heading', { name: 'Page not found!', level: 1, exact: true });

test('screens: one that was left asks for nothing more', async ({ page }) => {
  test.setTimeout(300_000);
  await page.clock.install();
  await page.goto(`${running.product.url}/nowhere`);
  await expect(notFound(page)).toBeVisible();
  const allowed = [...(await listCallsWhileTimePasses(page)), ...FRAME_CALLS];

  const late: Record<string, string[]> = {};
  for (const screen of [...SCREENS, ...LIVE_SCREENS]) {
    await openScreen(page, running.product.url, screen, example);
    await page.evaluate(() => {
      history.pushState(null, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(notFound(page)).toBeVisible();
    const calls = (await listCallsWhileTimePasses(page)).filter((call) => !allowed.includes(call));
    if (calls.length > 0) late[screen.name] = calls;
  }
  expect(late).toEqual({});

  // Control: the same watch sees an open screen's calls.
  const [dashboard] = SCREENS;
  if (dashboard === undefined) throw new Error('no screen');
  await openScreen(page, running.product.url, dashboard, example);
  const whileOpen = await listCallsWhileTimePasses(page);
  expect(whileOpen.filter((call) => !allowed.includes(call))).not.toEqual([]);
});
