import { expect, type Page, test } from '@playwright/test';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile({ env: { PENSTOCK_FLAGS: '-apiKeys' } });
banMouseInFile();

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const at = (path: string) => `${running.product.url}${path}`;

test('R2.2-03, R2.2-04, R9-36 the sidebar is at the left, 268 px wide', async ({ page }) => {
  await page.goto(at('/pipelines'));
  await expect(sidebar(page)).toBeVisible();
  expect(await sidebar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 268 });
});

test('R2.1-87, R2.2-19 with its flag off neither entry nor page of the API keys is there', async ({
  page,
}) => {
  await page.goto(at('/settings/sites'));
  await expect(sidebar(page).getByRole('link', { name: 'SSO' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'API Keys' })).toHaveCount(0);
  await page.goto(at('/settings/apiKeys'));
  await expect(page.getByRole('heading', { name: 'Page not found!' })).toBeVisible();
});

test('R2.2-33 without a site the selector asks for one', async ({ page }) => {
  await page.route('**/v1/sites*', (route) =>
    route.fulfill({ json: { sites: [], pagination: { totalCount: 0 } } }),
  );
  await page.goto(at('/settings/sites'));
  await expect(sidebar(page).getByText('Select existing site', { exact: true })).toBeVisible();
});

test('R2.3-08 each list has its button to create', async ({ page }) => {
  for (const [path, name] of [
    ['/pipelines', 'Create Pipeline'],
    ['/sources', 'Add Source'],
    ['/destinations', 'Add Destination'],
  ] as const) {
    await page.goto(at(path));
    await expect(page.getByRole('main').getByRole('button', { name }).first()).toBeVisible();
  }
});
