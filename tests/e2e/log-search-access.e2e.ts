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

const read = (resourceType: RoleGrant['resourceType']): RoleGrant => ({
  resourceType,
  accessTypes: ['READ'],
  extraGrants: [],
});
const reader = { name: 'Reader', description: '', siteIds: [] };
const LESS = [read('SOURCES'), read('SITES'), read('PIPELINES')];

test('log search: a role taken away while it exports leaves no file [R2.2-18, R2.2-20]', async ({ page }) => {
  const { api, product } = running;
  await archiveShop(running, 5999);
  const grants = LESS.map((grant) =>
    grant.resourceType !== 'PIPELINES' ? grant : { ...grant, extraGrants: ['LIVE_CAPTURE' as const] },
  );
  const { id } = await api.call('createRole', { body: { role: { ...reader, grants } } });
  const key = await actAs(page, running, id);
  const saved: Promise<string | null>[] = [];
  page.on('download', (download) => saved.push(download.failure()));
  await page.goto(`${product.url}/log-search?time=4h`);
  const count = SHOP_EVENTS.toLocaleString('en-US');
  await expect(page.getByRole('status').filter({ hasText: `${count} matches` })).toBeVisible();

  await expect(page.getByRole('treegrid', { name: 'Events' }).getByRole('row').nth(1)).toBeVisible();
  await page.route(`${product.url}/v1/log-search/export`, async (route) => {
    const headers = { ...route.request().headers(), authorization: `Bearer ${key}` };
    const begun = await route.fetch({ headers });
    const changed = { ...reader, grants: LESS };
    await api.call('updateRole', { ifMatch: 1, body: { role: { id, ...changed } } });
    await route.fulfill({ response: begun });
  });
  await runByPalette(page, 'Export NDJSON');
  const refused = 'The file may not be complete: You need LIVE CAPTURE on Pipelines';
  await expect(page.getByText(refused).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/LIVE CAPTURE/).first()).toBeVisible();
  expect((await Promise.all(saved)).filter((failure) => failure === null)).toEqual([]);
});
