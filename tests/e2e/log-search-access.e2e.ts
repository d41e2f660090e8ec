import type { RoleGrant } from '../../src/contract/entities/access.ts';
import { actAs } from './support/act-as.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { archiveShop, SHOP_EVENTS } from './support/shop-archive.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(403) });

const running = productOfFile();
banMouseInFile();

/** More than the 10,000 rows that one page of an export has. */
const EVENTS = 11_000;
const ROWS_OF_SCREEN = 100;

const read = (resourceType: RoleGrant['resourceType']): RoleGrant => ({
  resourceType,
  accessTypes: ['READ'],
  extraGrants: [],
});
const reader = { name: 'Reader', description: '', siteIds: [] };
const LESS = [read('SOURCES'), read('SITES'), read('PIPELINES')];

test('log search: a role taken away while it exports leaves no file [R2.2-18, R2.2-20]', async ({ page }) => {
  const { api, product } = running;
  const { write } = await archiveShop(running, 5999);
  write(EVENTS, Date.now() - 20_000);
  const grants = LESS.map((grant) =>
    grant.resourceType !== 'PIPELINES' ? grant : { ...grant, extraGrants: ['LIVE_CAPTURE' as const] },
  );
  const { id } = await api.call('createRole', { body: { role: { ...reader, grants } } });
  await actAs(page, running, id);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.goto(`${product.url}/log-search?time=4h`);
  const count = (SHOP_EVENTS + EVENTS).toLocaleString('en-US');
  await expect(page.getByRole('status').filter({ hasText: `${count} matches` })).toBeVisible();

  let pages = 0;
  await page.route(`${product.url}/v1/log-search`, async (route) => {
    const isOfExport = route.request().postDataJSON().limit > ROWS_OF_SCREEN;
    if (isOfExport) pages += 1;
    if (isOfExport && pages === 2) {
      const changed = { ...reader, grants: LESS };
      await api.call('updateRole', { ifMatch: 1, body: { role: { id, ...changed } } });
    }
    await route.fallback();
  });
  await runByPalette(page, 'Export NDJSON');
  const dialog = page.getByRole('dialog', { name: 'Not authorized' });
  await expect(dialog).toContainText('You are not authorized to perform this action!');
  expect(pages).toBe(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText(/LIVE CAPTURE/).first()).toBeVisible();
  expect(saved).toEqual([]);
});
