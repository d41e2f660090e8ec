// Slow: shows every state of every widget in three looks, and lets axe read each.

import type { Page } from '@playwright/test';
import { CONTRAST, violations } from './support/axe.ts';
import { galleryOfFile } from './support/gallery.ts';
import { expect, test } from './support/test.ts';

const gallery = galleryOfFile();

/** Fewer would mean that pages are no longer found. */
const FEWEST_PAGES = 38;

/** Each state has its own page here, but shares one in the gallery. */
const SHARED_PAGE_RULES = [
  'landmark-unique',
  'landmark-one-main',
  'page-has-heading-one',
  'region',
  'landmark-no-duplicate-main',
];

async function pagesOf(page: Page): Promise<string[]> {
  await page.goto(gallery.url(''));
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((found) =>
    found.map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('page')),
  );
  return addresses.filter((slug) => slug !== null);
}

/** States that cover the page, so each has its own address. */
const statesAlone = (page: Page): Promise<string[]> =>
  page.locator('a[data-alone]').evaluateAll((links) => links.map((link) => link.dataset.alone ?? ''));

/** Code and layouts of widgets arrive later than their page. */
const QUIET_MS = 50;

const unchanging = (page: Page) =>
  page.evaluate(
    (quietMs) =>
      new Promise<void>((done) => {
        const observer = new MutationObserver(() => wait());
        const end = () => {
          observer.disconnect();
          done();
        };
        let timer: ReturnType<typeof setTimeout> | undefined;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(end, quietMs);
        };
        wait();
        observer.observe(document, { childList: true, subtree: true });
      }),
    QUIET_MS,
  );

const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });

/** In place: to load the gallery and axe again for every state would be most of the test. */
async function show(page: Page, slug: string, state?: string): Promise<void> {
  await page.evaluate(
    (address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    gallery.url(slug, state ? { state } : {}),
  );
  const shown = page.getByRole('navigation', { name: 'Widgets' }).locator('a[aria-current]');
  if (state) await expect(shown).toHaveCount(0);
  else await expect(shown).toHaveAttribute('href', new RegExp(`[?&]page=${slug}(&|$)`));
  await unchanging(page);
}

/** Shows the page once: themes only change contrast. */
async function checkLooks(page: Page, slug: string, state?: string): Promise<void> {
  const name = state ? `${slug}, ${state}` : slug;
  await page.emulateMedia({ forcedColors: 'none' });
  await show(page, slug, state);
  await settled(page);
  expect.soft(await violations(page, { without: SHARED_PAGE_RULES }), `${name}, dark`).toEqual([]);
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'light'));
  await settled(page);
  expect.soft(await violations(page, { rules: CONTRAST }), `${name}, light`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  expect.soft(await violations(page, { rules: CONTRAST }), `${name}, forced colors`).toEqual([]);
}

test('every widget state: no axe violation, in forced colors too', async ({ page }) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const slugs = await pagesOf(page);
  expect(slugs.length).toBeGreaterThan(FEWEST_PAGES);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const slug of slugs) {
    await test.step(slug, async () => {
      await checkLooks(page, slug);
      for (const state of await statesAlone(page)) await checkLooks(page, slug, state);
      expect.soft(errors.splice(0), `${slug}, errors of the page`).toEqual([]);
    });
  }
});
