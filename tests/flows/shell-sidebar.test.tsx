import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';

const running = productOfFile({ env: { PENSTOCK_FLAGS: '-apiKeys' } });
banMouseInFile();

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const at = (path: string) => `${running.product.url}${path}`;

test('API keys without their flag: no entry, no page [R2.1-87, R2.2-19]', async ({ page }) => {
  await page.goto(at('/settings/sites'));
  await expect(sidebar(page).getByRole('link', { name: 'SSO' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'API Keys' })).toHaveCount(0);
  await page.goto(at('/settings/apiKeys'));
  await expect(page.getByRole('heading', { name: 'Page not found!' })).toBeVisible();
});

test('without a site the selector asks for one [R2.2-33]', async ({ page }) => {
  await page.route('**/v1/sites*', (route) =>
    route.fulfill({ json: { sites: [], pagination: { totalCount: 0 } } }),
  );
  await page.goto(at('/settings/sites'));
  await expect(sidebar(page).getByText('Select existing site', { exact: true })).toBeVisible();
});

test('a site without the full menu has no entry for alerts alone [R2.2-09, R2.2-10]', async ({ page }) => {
  const { sites, pagination } = await running.api.call('listSites', {});
  let isFull = true;
  await page.route('**/v1/sites*', (route) => {
    const shown = sites.map((site) => ({ ...site, supportsFullMenu: isFull }));
    return route.fulfill({ json: { sites: shown, pagination } });
  });
  await page.goto(at('/pipelines'));
  await expect(sidebar(page).getByRole('link', { name: /^Alerts/ })).toBeVisible();
  isFull = false;
  await page.goto(at('/pipelines'));
  await expect(sidebar(page).getByRole('link', { name: /^Monitoring/ })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: /^Alerts/ })).toHaveCount(0);
});

test('each list has its button to create [R2.3-08]', async ({ page }) => {
  for (const [path, name] of [
    ['/pipelines', 'Create Pipeline'],
    ['/sources', 'Add Source'],
    ['/destinations', 'Add Destination'],
  ] as const) {
    await page.goto(at(path));
    await expect(page.getByRole('main').getByRole('button', { name }).first()).toBeVisible();
  }
});

test('Events and the user menu end the sidebar [R2.2-36, R2.2-50]', async ({ page }) => {
  await page.goto(at('/pipelines'));
  const events = sidebar(page).getByRole('link', { name: 'Events' });
  await expect(events).toBeVisible();
  const order = await sidebar(page).evaluate((nav) =>
    [...nav.querySelectorAll('a, button')].map((one) => one.textContent ?? ''),
  );
  expect(order.slice(-2)).toEqual([expect.stringMatching(/^Events/), expect.stringMatching(/^User menu/)]);
});

for (const [what, path] of [
  ['the profile', '/userProfile'],
  ['the events', '/events/notifications'],
] as const)
  test(`the menu of narrow windows keeps the app of ${what} [R2.2-28, R2.2-29]`, async ({ page }) => {
    await page.goto(at('/settings/files'));
    await expect(sidebar(page).getByRole('link', { name: 'Files' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press(path === '/userProfile' ? 'u' : 'n');
    await expect(page).toHaveURL(new RegExp(path));
    await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Main' });
    await expect(drawer.getByRole('link', { name: 'Files' })).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  });
