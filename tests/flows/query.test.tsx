import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { archiveShop } from '../e2e/support/shop-archive.ts';
import { expect, test } from '../e2e/support/test.ts';

const running = productOfFile();
banMouseInFile();

const CONTENT = { description: '', time: '1d', refreshSeconds: 0, variables: [], panels: [] };
const writeFile = (name: string) =>
  JSON.stringify({ kind: 'penstock.dashboard', version: 1, dashboard: { ...CONTENT, name } });

test('dashboards: one imported before the list came still gets a free name [R2.1-57]', async ({ page }) => {
  const { api, siteId, product } = running;
  await api.call('createDashboard', {
    body: { dashboard: { siteId, ...CONTENT, name: 'imported' } },
  } as never);
  const held = Promise.withResolvers<void>();
  await page.route(/\/v1\/dashboards\?/, async (route) => {
    await held.promise;
    return route.continue();
  });
  await page.goto(`${product.url}/querySearch/dashboards`);
  await expect(page.getByRole('heading', { name: 'Dashboards', level: 1 })).toBeVisible();
  await page.keyboard.press('i');
  const field = page.getByRole('textbox', { name: 'Dashboard as JSON' });
  await field.fill(writeFile('Imported'));
  await field.press('Control+Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Import' })).toBeDisabled();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Imported 2', level: 1, exact: true })).toBeVisible();
});

test('dashboards: what a name in use refused is not shown by a later import', async ({ page }) => {
  await page.goto(`${running.product.url}/querySearch/dashboards`);
  await expect(page.getByRole('row', { name: /Imported 2/ })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('Imported 2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Another dashboard of this site has this name').first()).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('dialog', { name: 'Import dashboard' })).not.toContainText('Another dashboard');
});

test('query: one that is cancelled is said to be, and runs again', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/v1\/query$/, async (route) => {
    asked += 1;
    if (asked === 1) await held.promise;
    return route.continue();
  });
  await page.goto(`${running.product.url}/querySearch/query?sql=${encodeURIComponent('select 41 + 1 as n')}`);
  await expect(page.getByText('Running…')).toBeVisible();
  await page.keyboard.press('Shift+X');
  await expect(page.getByRole('heading', { name: 'The query was cancelled' })).toBeVisible();
  held.resolve();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row').nth(1)).toContainText('42');
});

test('log search: an export that is canceled says so, and the next one begins [R2.1-20]', async ({
  page,
}) => {
  await archiveShop(running, 5997);
  await page.goto(`${running.product.url}/log-search?time=1h`);
  await expect(page.getByText('1,200 matches')).toBeVisible();
  // Here no browser takes the file, so the export waits.
  await runByPalette(page, 'Export NDJSON');
  await expect(page.getByText('0 events exported')).toBeVisible();
  await runByPalette(page, 'Cancel export');
  const end = page.getByText('The file is not complete, it ends after 0 events: It was canceled').first();
  await expect(end).toBeVisible();
  await expect(page.getByText('0 events exported')).toBeHidden();
  await runByPalette(page, 'Export NDJSON');
  await expect(page.getByText('0 events exported')).toBeVisible();
});
