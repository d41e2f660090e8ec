import { expect, test } from '@playwright/test';
import { banMouseInFile } from './support/keyboard.ts';
import { openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();
banMouseInFile();

test('R2.2-18, R2.2-20, R2.2-21, R6-04, R6-05, R6-06, R6-36, R6-49 who may only read sees why everything else is closed', async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const config = { port: 17_801 };
  await api.call('createSource', {
    body: { source: { siteId, name: 'Edge', templateId: 'tcp', config } },
  });
  const entries = page.getByRole('navigation', { name: 'Main' });
  await page.goto(`${product.url}/settings/files`);
  for (const name of ['Sites', 'Files', 'SSO', 'Roles and Users'])
    await expect(
      entries.getByRole('link', { name, exact: true }),
      `of an administrator: ${name}`,
    ).toBeVisible();

  const { key } = await api.call('createApiKey', {
    body: { apiKey: { name: 'reader', description: '', roleId: 'viewer', siteIds: [] } },
  });
  await page.route(`${product.url}/v1/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${key}` } }),
  );
  await page.goto(`${product.url}/settings/files`);
  await expect(entries.getByRole('link', { name: 'Files' })).toBeVisible();
  await expect(entries.getByRole('link', { name: 'Sites' })).toBeVisible();
  await expect(entries.getByRole('link', { name: 'SSO' })).toHaveCount(0);
  await expect(entries.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await expect(entries.getByRole('link', { name: 'Roles and Users' })).toHaveCount(0);

  const site = (await api.call('listSites', { query: {} })).sites[0]?.name;
  await openPalette(page);
  await page.keyboard.type('Add Source of Type');
  const row = paletteOf(page).getByRole('option', { selected: true });
  await expect(row).toContainText(`You need WRITE on Sources in site ${site}`);
  await page.keyboard.press('Escape');

  await page.goto(`${product.url}/settings/accessManagement/roles`);
  await expect(page.getByRole('heading', { name: 'You need the role Admin' })).toBeVisible();

  await page.goto(`${product.url}/sources`);
  await page.getByRole('grid', { name: 'Sources' }).getByText('Edge').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/pipelines/);
});
