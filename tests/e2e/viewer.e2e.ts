// Slow: looks at most screens as somebody who may only read.
import type { RoleGrant } from '../../src/contract/entities/access.ts';
import { buildPipeline } from '../harness/pipelines.ts';
import { actAs } from './support/act-as.ts';
import { graphOf, nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(403, 404) });

const running = productOfFile();
banMouseInFile();

test.describe('a viewer [R2.2-18, R2.2-20, R2.2-21, R6-04 … R6-06, R6-36, R6-49]', () => {
  test('everything closed says why', async ({ page }) => {
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

    await actAs(page, running, 'viewer');
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
    await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible();
    await expect(page.getByText(/^You need the role Admin\./)).toBeVisible();

    await page.goto(`${product.url}/sources`);
    await page.getByRole('grid', { name: 'Sources' }).getByText('Edge').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/pipelines/);
  });
});

test('a reader of sources sees what is unknown, without links [R6-36, R2.1-12, R2.2-18]', async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const source = { siteId, name: 'Door', templateId: 'tcp', config: { port: 17_802 } };
  const { id } = await api.call('createSource', { body: { source } });
  const read = (resourceType: RoleGrant['resourceType']): RoleGrant => ({
    resourceType,
    accessTypes: ['READ'],
    extraGrants: [],
  });
  const grants = [read('SOURCES'), read('SITES')];
  const role = await api.call('createRole', {
    body: { role: { name: 'Doorman', description: '', grants, siteIds: [] } },
  });
  await actAs(page, running, role.id);

  await page.goto(`${product.url}/sources/${id}`);
  await expect(page.getByText('Its health could not be loaded: You need READ on Pipelines')).toBeVisible();
  const users = page.getByRole('region', { name: 'Pipelines that use it' });
  await expect(users).toHaveText(/You need READ on Pipelines/);
  const chart = page.getByRole('figure', { name: /^Throughput/ });
  await expect(chart.getByRole('alert')).toContainText('You need READ on Pipelines');
  await expect(chart.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Test settings' })).toHaveAccessibleDescription(
    /You need WRITE on Sources/,
  );
  const entries = page.getByRole('navigation', { name: 'Main' });
  await expect(entries.getByRole('link', { name: 'Sources' })).toBeVisible();
  for (const name of ['Dashboard', 'Pipelines', 'Monitoring'])
    await expect(entries.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.goto(`${product.url}/settings/files`);
  for (const name of ['Sites', 'Files'])
    await expect(entries.getByRole('link', { name, exact: true })).toBeVisible();
  for (const path of ['/', '/monitoring', '/events/notifications']) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible();
    await expect(page.getByText(/^You need READ on Pipelines/)).toBeVisible();
  }

  await page.goto(`${product.url}/sources/200000000000000001`);
  await expect(page.getByRole('heading', { name: 'There is no such source' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('grid', { name: 'Sources' }).getByText('Door')).toBeVisible();
});

test('an empty site tells a viewer why nothing can begin', async ({ page }) => {
  await actAs(page, running, 'viewer');
  await page.goto(`${running.product.url}/`);
  const steps = page.getByRole('region', { name: 'First steps' });
  const start = steps.getByRole('button', { name: /^Start the example pipeline/ });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(start).toContainText('You need WRITE on Pipelines');
});

test('a viewer changes no graph: keys are refused with the reason', async ({ page }) => {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'Sealed',
    source: { name: 'Sealed in', templateId: 'generator', config: { format: 'json' } },
    transforms: [{ name: 'Some', templateId: 'sample', config: {} }],
    sinks: [{ name: 'Sealed out', templateId: 'blackhole', config: {} }],
  });
  await actAs(page, running, 'viewer');
  await page.goto(`${product.url}/pipelines/${built.pipelineId}?view=overview&mode=edit`);
  await tabTo(page, nodeOf(page, 'Sealed in'));
  await page.keyboard.press('ArrowRight');
  await expect(nodeOf(page, 'Some')).toBeFocused();
  await expect(page).not.toHaveURL(/mode=edit/);
  const bar = page.getByRole('region', { name: 'Available keys' });
  const refusal = page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/You need WRITE on Pipelines/);
  for (const name of ['Edit', 'Add', 'Remove', 'Insert', 'Connect', 'Duplicate', 'Disable', 'Paste'])
    await expect(bar.getByRole('button', { name: new RegExp(`${name}$`) })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  for (const key of ['Delete', 'a', 'i', 'c', 'd', 'F2', 'Shift+X', 'Shift+B', 'Control+x', 'Control+v']) {
    await page.keyboard.press(key);
    await expect(refusal.first(), key).toBeVisible();
    await expect(page.getByRole('dialog'), key).toHaveCount(0);
    await expect(
      graphOf(page).getByRole('button', { name: /^(Source, |Destination, )?[^,]+, / }),
    ).toHaveCount(3);
    await expect(page, key).not.toHaveURL(/mode=edit/);
    await expect(bar, key).not.toContainText('EDIT');
  }
});
