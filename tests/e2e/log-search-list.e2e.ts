import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { archiveShop } from './support/shop-archive.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile({ env: { PENSTOCK_FLAGS: '-logSearchV2' } });
banMouseInFile();

test.beforeAll(async () => {
  await archiveShop(running, 5998);
});

const status = (page: Page) => page.getByRole('status').filter({ hasText: /match/ }).first();
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Events' });

test('log search as a list: found, narrowed and read by keyboard [R2.2-11, R6-08]', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard?time=1h`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expect(status(page)).toContainText(/At least [\d,]+ matches/);
  await expect(page.getByRole('region', { name: 'Histogram' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Facets' })).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.type('status:500 number<100');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText(/^25 matches in/);
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('group', { name: 'Fields of the event' })).toContainText('status500');
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('f');
  await expect(page.getByText('There are no facets').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByText('There is no histogram').first()).toBeVisible();
  await runByPalette(page, 'Earlier queries', 'status:500');
  await expect(status(page)).toHaveText(/^25 matches in/);
});

test('log search as a list: all rows load while one scrolls [R6-08]', async ({ page }) => {
  await page.goto(`${running.product.url}/log-search?time=1h`);
  await expect(status(page)).toContainText('At least');
  await grid(page).focus();
  // The last rows may come while it is not yet known that none is older: End asks once more.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return status(page).textContent();
    })
    .toMatch(/^1,200 matches in/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1201');
});
