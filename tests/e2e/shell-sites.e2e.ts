import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { folderWithSites } from './support/sites.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile({
  makeDataFolder: () =>
    folderWithSites([{ name: 'Harbour North' }, { name: 'Quarry', isActive: false }, { name: 'Depot East' }]),
});
banMouseInFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const selector = (page: Page) => sidebar(page).getByRole('combobox', { name: /^Site: / });
const site = (page: Page, name: string) => sidebar(page).getByRole('combobox', { name: `Site: ${name}` });
const storedSite = (page: Page) => page.evaluate(() => localStorage.getItem('penstock.site'));
let sites: Record<string, string> = {};
test.beforeAll(async () => {
  const listed = await running.api.call('listSites');
  sites = Object.fromEntries(listed.sites.map(({ name, id }) => [name, id]));
});

test.describe('the site selector by keyboard [R1-08, R2.2-32, R2.2-34, R2.2-35]', () => {
  test('search, no match, state of each, choice', async ({ page }) => {
    await page.goto(`${running.product.url}/pipelines`);
    await expect(heading(page, 'Pipelines')).toBeVisible();
    await tabTo(page, selector(page));
    await page.keyboard.press('ArrowDown');
    const list = page
      .getByRole('dialog', { name: 'Sites' })
      .or(page.getByRole('listbox', { name: 'Sites' }))
      .first();
    await expect(page.getByRole('combobox', { name: 'Search options' })).toBeFocused();
    const options = page.getByRole('option');
    await expect(options).toHaveText([/Harbour North/, /Quarry/, /Depot East/]);
    await expect(page.getByRole('option', { name: 'Harbour North' })).toHaveAccessibleName(
      'Active Harbour North',
    );
    await expect(page.getByRole('option', { name: 'Quarry' })).toHaveAccessibleName('Inactive Quarry');
    await page.keyboard.type('zz');
    await expect(options).toHaveCount(0);
    await expect(list.getByText('Nothing matches')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(site(page, 'Harbour North')).toBeVisible();
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('POT e');
    await expect(options).toHaveText([/Depot East/]);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(site(page, 'Harbour North')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('pot e');
    await page.keyboard.press('Enter');
    await expect(site(page, 'Depot East')).toBeFocused();
    await expect.poll(() => storedSite(page)).toBe(sites['Depot East']);
    await expect(page).toHaveURL(/\/pipelines$/);
    await expect(page.getByRole('main')).toContainText('No pipelines yet');
    await page.reload();
    await expect(site(page, 'Depot East')).toBeVisible();
  });
});
