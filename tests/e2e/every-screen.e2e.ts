// Slow: opens every screen, reads it in both themes and five sizes, and leaves it.

import type { Page } from '@playwright/test';
import type { Built } from '../harness/pipelines.ts';
import { CONTRAST, violations } from './support/axe.ts';
import { productOfFile } from './support/product.ts';
import { expectNoCollidingTexts, lostControls } from './support/reading.ts';
import { rowOf } from './support/screen.ts';
import { exampleSite, openScreen, SCREENS, type Screen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/** The other theme can only change contrast. */
const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);

test.describe.configure({ mode: 'serial' });

test('an empty dashboard has no axe violation in either theme', async ({ page }) => {
  await page.goto(running.product.url);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await setTheme(page, 'light');
  expect(await violations(page, { rules: CONTRAST })).toEqual([]);
});

/** Opened in the smallest window, then read in wider ones. */
const SMALLEST = { width: 320, height: 256 };
const NARROW = [
  { name: '320 px wide', width: 320, height: 640 },
  { name: '200% of 1440 by 900', width: 720, height: 450 },
];

const USUAL = { width: 1440, height: 900 };
const USUAL_TEXT_PX = 16;

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

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(notFound(page)).toBeVisible();
}

/** At the time of the service, after the clock was moved for the screen before. */
async function openNow(page: Page, screen: Screen, example: Built): Promise<void> {
  await page.clock.setSystemTime(Date.now());
  await openScreen(page, running.product.url, screen, example);
}

test('every screen: titled, no axe violation, nothing lost when small, silent once left', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const example = await exampleSite(running);
  const browser = await page.context().newCDPSession(page);
  const setTextSize = (px: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  const readTextSize = () =>
    page.locator('html').evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize));

  await page.clock.install();
  await page.goto(`${running.product.url}/nowhere`);
  await expect(notFound(page)).toBeVisible();
  const allowed = [...(await listCallsWhileTimePasses(page)), ...FRAME_CALLS];
  const listOtherCalls = async () =>
    (await listCallsWhileTimePasses(page)).filter((call) => !allowed.includes(call));
  const expectNoCallOnceLeft = async ({ name }: Screen) => {
    await leave(page);
    expect.soft(await listOtherCalls(), `${name}, once it is left`).toEqual([]);
  };

  for (const screen of SCREENS)
    await test.step(screen.name, async () => {
      const { name } = screen;
      await page.setViewportSize(SMALLEST);
      await openNow(page, screen, example);
      expect.soft(await lostControls(page), `${name}, 400% of 1280 by 1024`).toEqual([]);
      await expectNoCollidingTexts(page, `${name}, 400% of 1280 by 1024`);
      for (const { name: size, ...window } of NARROW) {
        await page.setViewportSize(window);
        await expect.soft(screen.ready(page), `${name}, ${size}`).toBeVisible();
        expect.soft(await lostControls(page), `${name}, ${size}`).toEqual([]);
      }
      await page.setViewportSize(USUAL);
      await expect(screen.ready(page), name).toBeVisible();
      await expect(page).toHaveTitle(screen.title);
      expect.soft(await violations(page), `${name}, dark`).toEqual([]);
      await setTheme(page, 'light');
      expect.soft(await violations(page, { rules: CONTRAST }), `${name}, light`).toEqual([]);
      const usual = await readTextSize();
      await setTextSize(2 * USUAL_TEXT_PX);
      await expect.poll(readTextSize).toBe(2 * usual);
      await expect.soft(screen.ready(page), `${name}, text at 200%`).toBeVisible();
      expect.soft(await lostControls(page), `${name}, text at 200%`).toEqual([]);
      await expectNoCollidingTexts(page, `${name}, text at 200%`);
      await setTextSize(USUAL_TEXT_PX);
      await expectNoCallOnceLeft(screen);
    });
  for (const screen of LIVE_SCREENS)
    await test.step(screen.name, async () => {
      await openNow(page, screen, example);
      await expectNoCallOnceLeft(screen);
    });

  // Control: the same watch sees an open screen's calls.
  const [dashboard] = SCREENS;
  if (dashboard === undefined) throw new Error('no screen');
  await openNow(page, dashboard, example);
  expect(await listOtherCalls()).not.toEqual([]);
});

test('Tab shows the focus; the skip link passes the sidebar', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'Web logs')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const seen = new Set<string>();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // A grid draws the focus ring on the active row, a field on the box around it.
      const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      // A row's ring lies above its pinned cells.
      const ringed = [element, element.parentElement, row].some((one) =>
        [undefined, '::after'].some((part) => {
          const style = one && getComputedStyle(one, part);
          return (
            style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
          );
        }),
      );
      return { text: element.getAttribute('aria-label') ?? element.textContent ?? element.tagName, ringed };
    });
    if (!found) break;
    expect(found, `the focus is seen on '${found.text}'`).toMatchObject({ ringed: true });
    seen.add(found.text);
  }
  expect(seen.size).toBeGreaterThan(3);
});
