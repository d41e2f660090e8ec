import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { choose, openPalette, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { folderWithSites } from '../e2e/support/sites.ts';
import { expect, test } from '../e2e/support/test.ts';
import { buildPipeline } from '../harness/pipelines.ts';

const running = productOfFile({
  makeDataFolder: () =>
    folderWithSites([{ name: 'Harbour North' }, { name: 'Quarry', isActive: false }, { name: 'Depot East' }]),
});
banMouseInFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const site = (page: Page, name: string) => sidebar(page).getByRole('combobox', { name: `Site: ${name}` });
const storedSite = (page: Page) => page.evaluate(() => localStorage.getItem('penstock.site'));
const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard Changes' });

let sites: Record<string, string> = {};
let pipelineId = '';
let sourceId = '';
let sinkId: string | undefined;
test.beforeAll(async () => {
  const listed = await running.api.call('listSites');
  sites = Object.fromEntries(listed.sites.map(({ name, id }) => [name, id]));
  const built = await buildPipeline(running.api, sites['Harbour North'] ?? '', {
    name: 'Cranes',
    source: { name: 'Sensors', templateId: 'generator', config: {} },
    transforms: [],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(running.product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
  ({ pipelineId, sourceId } = built);
  [sinkId] = built.sinkIds;
});

test('without a stored site the first active one is selected [R4-102]', async ({ page }) => {
  await page.goto(running.product.url);
  await expect(site(page, 'Harbour North')).toBeVisible();
  await expect.poll(() => storedSite(page)).toBe(sites['Harbour North']);
});

test('a site in the address is selected; unknown ones are ignored [R2.1-81]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines?site=${sites['Depot East']}`);
  await expect(site(page, 'Depot East')).toBeVisible();
  await page.goto(`${running.product.url}/pipelines?site=499999999999999999`);
  await expect(site(page, 'Depot East')).toBeVisible();
});

test('an address of another site selects that site [R1-08, R2.1-81]', async ({ page }) => {
  for (const [path, name] of [
    [`/pipelines/${pipelineId}`, 'Cranes'],
    [`/sources/${sourceId}?site=${sites['Depot East']}`, 'Sensors'],
    [`/destinations?destination=${sinkId}`, 'Destinations'],
  ] as const) {
    await page.goto(`${running.product.url}/pipelines?site=${sites['Depot East']}`);
    await expect(site(page, 'Depot East')).toBeVisible();
    await page.goto(`${running.product.url}${path}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(site(page, 'Harbour North')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`site=${sites['Harbour North']}`));
  }
});

test('a destination of another site opens; a chosen site stays [R2.1-14, R4-98]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines?site=${sites['Depot East']}`);
  await expect(site(page, 'Depot East')).toBeVisible();
  await page.goto(`${running.product.url}/destinations?destination=${sinkId}`);
  await expect(page.getByRole('complementary', { name: 'Kept' })).toBeVisible();
  await expect(site(page, 'Harbour North')).toBeVisible();

  await runByPalette(page, 'Switch site', 'Depot East');
  await expect(site(page, 'Depot East')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('No destinations yet');
  await expect(page).toHaveURL(new RegExp(`/destinations\\?site=${sites['Depot East']}$`));
  await expect(page.getByRole('complementary', { name: 'Kept' })).toHaveCount(0);
});

test('another site leads from one pipeline to the list [R4-100]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  await expect(heading(page, 'Cranes')).toBeVisible();
  await openPalette(page);
  await choose(page, 'Switch site');
  await choose(page, 'Depot East');
  await expect(site(page, 'Depot East')).toBeVisible();
  await expect(heading(page, 'Pipelines')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('No pipelines yet');
});

test('with unsaved edits another site is asked about first [E10, E18]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
  await typeInto(page, description(page), 'not saved');
  await runByPalette(page, 'Switch site', 'Depot East');
  await expect(question(page)).toContainText('Do you want to discard these changes?');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(description(page)).toHaveValue('not saved');
  await expect(site(page, 'Harbour North')).toBeVisible();
  expect(await storedSite(page)).toBe(sites['Harbour North']);
  await runByPalette(page, 'Switch site', 'Depot East');
  await tabTo(page, question(page).getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(site(page, 'Depot East')).toBeVisible();
  await expect(heading(page, 'Pipelines')).toBeVisible();
  expect(await storedSite(page)).toBe(sites['Depot East']);
});

const openUserMenu = async (page: Page) => {
  await tabTo(page, sidebar(page).getByRole('button', { name: /User menu/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
};

test('the user menu leads to the user profile [R2.2-38]', async ({ page }) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'User Profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'User profile')).toBeVisible();
});

test('Logout forgets site and filters, and starts anew [R4-103]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines?site=${sites['Depot East']}`);
  await expect(site(page, 'Depot East')).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('penstock.filters.pipelines', '{}'));
  await openUserMenu(page);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(site(page, 'Harbour North')).toBeVisible();
  await expect(toast(page, /Logged out\. Sign-in is off on this service/)).toBeVisible();
  expect(await storedSite(page)).toBe(sites['Harbour North']);
  expect(await page.evaluate(() => sessionStorage.getItem('penstock.filters.pipelines'))).toBeNull();
});

test('Logout with unsaved edits asks: keep, or discard and go [E18]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?site=${sites['Harbour North']}&mode=edit`);
  await typeInto(page, description(page), 'not saved');
  await runByPalette(page, 'Logout');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(description(page)).toHaveValue('not saved');
  await expect(toast(page, /Logged out/)).toHaveCount(0);
  await runByPalette(page, 'Logout');
  await tabTo(page, question(page).getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, /Logged out/)).toBeVisible();
});

test('a declined Logout does not come back later [E18]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
  await typeInto(page, description(page), 'not saved');
  await runByPalette(page, 'Logout');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await runByPalette(page, 'Dashboard');
  await tabTo(page, question(page).getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(question(page)).toBeHidden();
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).not.toContainText('Logged out');
});
