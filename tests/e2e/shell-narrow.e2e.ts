// Slow: opens every kind of screen at 320 px.
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Built, buildPipeline } from '../harness/pipelines.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { folderWithSites } from './support/sites.ts';
import { expect, test } from './support/test.ts';

const LONG_SITE = 'Harbour North, the second basin behind the old customs house';
const running = productOfFile({
  makeDataFolder: () => folderWithSites([{ name: LONG_SITE }, { name: 'Depot East' }]),
});
banMouseInFile();
test.use({ viewport: { width: 320, height: 640 } });

const LONG_NAME = 'Everything that the very long belt between the harbour and the quarry brings in a day';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Main' });

let built: Built;
test.beforeAll(async () => {
  built = await buildPipeline(running.api, running.siteId, {
    name: LONG_NAME,
    source: { name: LONG_NAME, templateId: 'generator', config: {} },
    transforms: [],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(running.product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
});

/** Rows that scroll by themselves may overflow. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        // The pipeline graph pans and zooms on its own.
        if (at.getAttribute('aria-label') === 'Pipeline structure') return true;
        const { overflowX } = getComputedStyle(at);
        if ((overflowX === 'auto' || overflowX === 'scroll') && at.id !== 'content') return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      return isSeen && (right > window.innerWidth + 0.5 || left < -0.5) && !scrolls(element.parentElement);
    });
    const text = wide.map(
      (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`,
    );
    const main = document.getElementById('content');
    if (main && main.scrollWidth > main.clientWidth + 1) text.push(`main scrolls: ${main.scrollWidth}`);
    if (document.documentElement.scrollWidth > window.innerWidth) text.push('the page scrolls');
    return text;
  });

const expectReachable = async (control: Locator) => {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 0.99 });
  const isOnTop = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
  expect(isOnTop).toBe(true);
};

const YESTERDAY = Math.floor(Date.now() / 1000) - 86_400;
const PATHS = [
  '/dashboard',
  '/pipelines',
  '/pipelines?time=yesterday',
  '/sources',
  '/destinations',
  '/userProfile',
  '/no/such/page',
];
test('at 320 px nothing of a screen is wider than the window', async ({ page }) => {
  for (const path of PATHS) {
    const address = path.replace('yesterday', `${YESTERDAY}-${YESTERDAY + 3599}`);
    await page.goto(`${running.product.url}${address}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect.soft(await tooWide(page), path).toEqual([]);
  }
  for (const path of [
    `/sources/${built.sourceId}`,
    `/pipelines/${built.pipelineId}`,
    `/pipelines/${built.pipelineId}?mode=edit`,
    '/destinations?create=file',
  ]) {
    await page.goto(`${running.product.url}${path}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    expect.soft(await tooWide(page), path).toEqual([]);
  }
});

test('at 320 px the sidebar is a drawer, worked by key [R2.2-50]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(heading(page, 'Pipelines')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await tabTo(page, menu(page));
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(menu(page)).toHaveAttribute('aria-expanded', 'true');
  const controls = [
    drawer(page).getByRole('button', { name: 'Close the menu' }),
    drawer(page).getByRole('combobox', { name: `Site: ${LONG_SITE}` }),
    ...['Dashboard', 'Pipelines', 'Sources', 'Destinations'].map((name) =>
      drawer(page).getByRole('link', { name, exact: true }),
    ),
    drawer(page).getByRole('button', { name: /User menu/ }),
  ];
  for (const control of controls) {
    await tabTo(page, control);
    await expectReachable(control);
  }
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(menu(page)).toBeFocused();
});

test('at 320 px the drawer holds sites and user menu [R2.2-32]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await tabTo(page, menu(page));
  await page.keyboard.press('Enter');
  await tabTo(page, drawer(page).getByRole('combobox', { name: `Site: ${LONG_SITE}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search options' })).toBeFocused();
  for (const option of await page.getByRole('option').all()) await expectReachable(option);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.type('depot');
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('combobox', { name: 'Site: Depot East' })).toBeFocused();
  await tabTo(page, drawer(page).getByRole('button', { name: /User menu/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (const item of await page.getByRole('menuitem').all()) await expectReachable(item);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'User profile')).toBeVisible();
  await expect(drawer(page)).toBeHidden();
});

test('at 320 px bars, palette, help and history fit', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(heading(page, LONG_NAME)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search or run a command' })).toBeVisible();
  const banner = page.getByRole('banner');
  for (const button of await banner.getByRole('button').all()) await expectReachable(button);
  await expectReachable(page.getByRole('button', { name: 'All keys' }));
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expectReachable(crumbs.getByRole('link').last());
  await openPalette(page);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'All keys' })).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

test('at 320 px the mark of a lost connection fits', async ({ page }) => {
  await page.routeWebSocket(/\/v1\/ws\//, (socket) => void socket.close());
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const mark = page.getByRole('banner').getByRole('status');
  await expect(mark).toHaveText(/data from \d\d:\d\d, reconnecting/);
  await expect(mark).toBeInViewport({ ratio: 0.99 });
  expect(await tooWide(page)).toEqual([]);
  for (const button of await page.getByRole('banner').getByRole('button').all())
    await expectReachable(button);
});
