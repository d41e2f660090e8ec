import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf } from '../e2e/support/screen.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';

test.use({ expectedFaults: refused(400, 404) });

const running = productOfFile();
banMouseInFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const titled = (page: Page, title: string) => expect(page).toHaveTitle(`${title} · Penstock`);

/** Focus must be inside the screen for screen readers. */
const focusIsInScreen = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const main = document.querySelector('main');
        const active = document.activeElement;
        return active !== null && main !== null && active !== main && main.contains(active);
      }),
    )
    .toBe(true);

test.beforeAll(async () => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Orders',
    source: { name: 'Shop', templateId: 'generator', config: { eventsPerSecond: 5 } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(running.product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(running.api, built);
});

test.describe('addresses', () => {
  test('an unknown path says so; Go to Home leads on [R8-08, R2.1-77 … R2.1-79, R2.2-02]', async ({
    page,
  }) => {
    await page.goto(`${running.product.url}/no/such/page`);
    await expect(heading(page, 'Page not found!')).toBeVisible();
    await titled(page, 'Page not found!');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Go to Home' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${running.product.url}/`);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await titled(page, 'Dashboard');
    await focusIsInScreen(page);
  });

  test('not found: the focus is on Home, and Back returns [R2.1-77]', async ({ page }) => {
    await page.goto(`${running.product.url}/sources`);
    await expect(heading(page, 'Sources')).toBeVisible();
    await page.evaluate(() => history.pushState(null, '', '/sources/1/2'));
    await expect(page.getByRole('button', { name: 'Go to Home' })).toBeFocused();
    await page.goBack();
    await titled(page, 'Sources');
    await focusIsInScreen(page);
  });

  test('not found: palette and toasts work [R2.1-77]', async ({ page }) => {
    await page.goto(`${running.product.url}/no/such/page`);
    await expect(heading(page, 'Page not found!')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'All keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+N');
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await runByPalette(page, 'Sources');
    await expect(heading(page, 'Sources')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('all keys: those that work on the screen come first', async ({ page }) => {
    await page.goto(`${running.product.url}/sources`);
    await expect(heading(page, 'Sources')).toBeVisible();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'All keys' });
    await expect(dialog.getByRole('heading').nth(1)).toHaveText('Works here now');
    await expect(dialog.getByText('Add Source', { exact: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  test('an address that cannot be decoded is a page like any other', async ({ page }) => {
    for (const path of ['/pipelines/%zz', '/%', '//pipelines', '/sources/%E0%A4%A']) {
      await page.goto(`${running.product.url}${path}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('button').first()).toBeVisible();
    }
  });
});

async function openFirst(page: Page, list: string, name: string): Promise<void> {
  await runByPalette(page, list);
  await expect(rowOf(page, list, name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
}

test.describe('title and focus', () => {
  test('a details screen has the name of its component, always', async ({ page }) => {
    await page.goto(`${running.product.url}/sources`);
    await expect(heading(page, 'Sources')).toBeVisible();
    for (const round of ['first', 'second']) {
      await test.step(`${round} visit`, async () => {
        await openFirst(page, 'Sources', 'Shop');
        await expect(heading(page, 'Shop')).toBeVisible();
        await titled(page, 'Shop');
        await focusIsInScreen(page);
        await openFirst(page, 'Pipelines', 'Orders');
        await expect(heading(page, 'Orders')).toBeVisible();
        await titled(page, 'Orders');
        await focusIsInScreen(page);
      });
    }
    await page.keyboard.press('e');
    await titled(page, 'Edit · Orders');
    await runByPalette(page, 'Sources');
    await titled(page, 'Sources');
  });

  test('a missing pipeline and source say so and lead on', async ({ page }) => {
    for (const path of ['/pipelines/399999999999999999', '/sources/299999999999999999', '/pipelines/abc']) {
      await page.goto(`${running.product.url}${path}`);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toBeVisible();
      await expect(alert.getByRole('button').or(alert.getByRole('link')).first()).toBeVisible();
    }
  });
});
