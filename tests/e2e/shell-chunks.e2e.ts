// Slow: waits out code that does not come, part by part.
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { openPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, SERVICE_GONE, test } from './support/test.ts';

test.use({ expectedFaults: SERVICE_GONE });

const running = productOfFile();
banMouseInFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const reload = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reload' });

async function loseFiles(page: Page, name: RegExp): Promise<{ mend: () => Promise<void> }> {
  await page.route(name, (route) => route.abort('connectionfailed'));
  return { mend: () => page.unroute(name) };
}

test.beforeAll(async () => {
  const { api, siteId } = running;
  await api.call('createSource', {
    body: { source: { siteId, name: 'Shop', templateId: 'generator', config: {} } },
  });
});

async function openShop(page: Page): Promise<void> {
  await expect(rowOf(page, 'Sources', 'Shop')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
}

test.describe('code that does not come [R8-62]', () => {
  test('a screen without its code gives the reason and Reload', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/SourcePage\.js$/);
    await page.goto(`${running.product.url}/sources`);
    await openShop(page);
    await expect(heading(page, 'Loading chunk failed')).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('SourcePage.js');
    await expect(sidebar(page)).toBeVisible();
    await expect(reload(page)).toBeFocused();
    await network.mend();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Shop')).toBeVisible();
  });

  test('is asked for again when the screen is come back to', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/SourcePage\.js$/);
    await page.goto(`${running.product.url}/sources`);
    await openShop(page);
    await expect(heading(page, 'Loading chunk failed')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Sources')).toBeVisible();
    await network.mend();
    await page.goForward();
    await expect(heading(page, 'Shop')).toBeVisible();
  });

  test('a missing style is reported, and requested again [R8-63]', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/profile-page\.css$/);
    await page.goto(`${running.product.url}/sources`);
    await expect(heading(page, 'Sources')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(heading(page, 'Loading chunk failed')).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/profile-page\.css/);
    await page.goBack();
    await expect(heading(page, 'Sources')).toBeVisible();
    await network.mend();
    await page.goForward();
    await expect(heading(page, 'User profile')).toBeVisible();
    const isStyled = () =>
      page.evaluate(() =>
        [...document.styleSheets].some(({ href }) => href !== null && /profile-page/.test(href)),
      );
    expect(await isStyled()).toBe(true);
  });

  test('a menu without its code leaves the screen; pressing retries', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/(menu-popup|menus)\.js$/);
    await page.goto(`${running.product.url}/sources`);
    const button = sidebar(page).getByRole('button', { name: /User menu/ });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(toast(page, /Loading chunk failed/)).toBeVisible();
    await expect(heading(page, 'Sources')).toBeVisible();
    await expect(button).toBeFocused();
    await network.mend();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  });

  test('of the site list too', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/(site-list|option-list)\.js$/);
    await page.goto(`${running.product.url}/userProfile`);
    await expect(heading(page, 'User profile')).toBeVisible();
    const button = sidebar(page).getByRole('combobox', { name: 'Site: Local' });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(toast(page, /Loading chunk failed/)).toBeVisible();
    await expect(heading(page, 'User profile')).toBeVisible();
    await network.mend();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Local' })).toBeVisible();
  });

  test('of the palette leaves help, notices and keys to themselves', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/PaletteDialog\.js$/);
    await page.goto(`${running.product.url}/sources`);
    await expect(heading(page, 'Sources')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(toast(page, /Loading chunk failed/)).toBeVisible();
    await page.keyboard.press('Shift+E');
    const details = page.getByRole('dialog', { name: 'Error Details' });
    await expect(details).toContainText(/PaletteDialog\.js/);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'All keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+N');
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Loading chunk failed');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await network.mend();
    await openPalette(page);
  });

  test('of the time filter leaves the screen as it is', async ({ page }) => {
    const network = await loseFiles(page, /assets\/\w+\/TimeFilterPanel\.js$/);
    await page.goto(`${running.product.url}/pipelines`);
    await expect(heading(page, 'Pipelines')).toBeVisible();
    await page.keyboard.press('Shift+R');
    await expect(toast(page, /Loading chunk failed/)).toBeVisible();
    await expect(heading(page, 'Pipelines')).toBeVisible();
    await network.mend();
    await page.keyboard.press('Shift+R');
    await expect(page.getByRole('dialog', { name: 'Time range' })).toBeVisible();
  });
});

test('a service gone before late code loads is marked all the same', async ({ page }) => {
  await loseFiles(page, /assets\/\w+\/(stale-mark|live-transport)\.js$/);
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Shop')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(/data from \d\d:\d\d, reconnecting/);
});

test('a screen without first data says so and retries [R8-15]', async ({ page }) => {
  let isLost = true;
  await page.route(/\/v1\/sources\?/, (route) =>
    isLost
      ? route.fulfill({ status: 200, contentType: 'application/json', body: '{"sources":' })
      : route.continue(),
  );
  await page.goto(`${running.product.url}/sources`);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The service sent an answer this console cannot read.');
  isLost = false;
  await tabTo(page, alert.getByRole('button', { name: 'Retry' }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Sources', 'Shop')).toBeVisible();
});

test('garbage in browser storage breaks nothing', async ({ page }) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  for (const garbage of ['{', 'null', '[1,{"id":null}]', '{"at":"x"}', '\u0000']) {
    await page.evaluate((value) => {
      const keys = [
        'site',
        'theme',
        'timeFilter',
        'commandUsage',
        'recentPipelines',
        'table.Sources',
        'table.Pipelines',
      ];
      for (const key of keys) localStorage.setItem(`penstock.${key}`, value);
      for (const key of ['sources', 'pipelines', 'destinations']) {
        sessionStorage.setItem(`penstock.filters.${key}`, value);
        localStorage.setItem(`penstock.filters.${key}`, value);
      }
    }, garbage);
    await page.goto(`${running.product.url}/sources`);
    for (const [keys, name] of [
      ['', 'Sources'],
      ['gp', 'Pipelines'],
      ['gd', 'Nothing flows yet'],
    ] as const) {
      await page.keyboard.type(keys);
      await expect(heading(page, name)).toBeVisible();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(sidebar(page)).toBeVisible();
    }
  }
});
