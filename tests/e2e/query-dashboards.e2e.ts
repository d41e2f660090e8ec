// Slow: panels draw what a query process answers.
import { join } from 'node:path';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.use({ expectedFaults: refused(400, 412) });

test.beforeAll(async () => {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'Web logs',
    source: { name: 'Web server', templateId: 'generator', config: { eventsPerSecond: 50 } },
    transforms: [{ name: 'Some', templateId: 'sample', config: { rate: 10 } }],
    sinks: [{ name: 'Kept', templateId: 'file', config: { path: join(product.dataFolder, 'kept.ndjson') } }],
  });
  await deployPipeline(api, built);
  const counts = 'select kind, sum(events_in) as n from penstock_counters group by all order by kind';
  for (const [name, sql, chart] of [
    ['Events by kind', counts, 'BAR'],
    ['One value', 'select $city as city', 'TABLE'],
  ] as const)
    await api.call('createQuery', { body: { query: { siteId, name, sql, chart } } });
});

test('dashboards: a shipped one shows real figures, and is copied [R2.1-55, R2.1-56]', async ({ page }) => {
  await page.goto(`${running.product.url}/querySearch/dashboards`);
  const list = page.getByRole('grid', { name: 'Dashboards' });
  await expect(list.getByRole('row', { name: /Error digest/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /What costs most/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await list.focus();
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('j');
    const current = list.locator(`[id="${await list.getAttribute('aria-activedescendant')}"]`);
    if ((await current.textContent())?.includes('What is dropped where')) break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What is dropped where', level: 1 })).toBeVisible();
  const table = page.getByRole('region', { name: 'Nodes that drop or give up', exact: true });
  await expect(async () => {
    await page.keyboard.press('u');
    await expect(table.getByRole('cell', { name: 'Some' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(await violations(page)).toEqual([]);
  await runByPalette(page, 'Set a variable', 'Web logs');
  await expect(page).toHaveURL(/var-pipeline=Web\+logs/);
  await expect(table.getByRole('cell', { name: 'Some' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Shift+C');
  await choose(page, '', 'Copy of What is dropped where');
  await expect(page.getByRole('heading', { name: 'Copy of What is dropped where', level: 1 })).toBeVisible();
});

test('dashboards: panels of saved queries are added, moved and sized by keys [R2.1-57]', async ({ page }) => {
  const { api, siteId } = running;
  await page.goto(`${running.product.url}/querySearch/dashboards`);
  await expect(page.getByRole('heading', { name: 'Dashboards', level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await choose(page, 'Mine');
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
  await runByPalette(page, 'Add a saved query', 'Events by kind');
  const first = page.getByRole('region', { name: 'Events by kind', exact: true });
  await expect(first).toBeFocused();
  await expect(first.getByRole('figure')).toContainText('SOURCE');
  // Keys scroll what the panel is too small for.
  await expect(first.getByRole('region', { name: 'Events by kind, chart' })).toHaveAttribute('tabindex', '0');
  await runByPalette(page, 'Add a saved query', 'One value');
  const second = page.getByRole('region', { name: 'One value', exact: true });
  await expect(second).toBeFocused();
  await expect(second.getByRole('alert')).toContainText('$city has no value');
  await runByPalette(page, 'Add a variable', 'city', 'Text', "O'Fallon; drop");
  await expect(second.getByRole('cell')).toHaveText("O'Fallon; drop");
  await second.focus();
  const [wide] = [await second.boundingBox()];
  await page.keyboard.press('w');
  await page.keyboard.press('h');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(second).toBeFocused();
  await expect(page.locator('[data-panel]').first()).toHaveAccessibleName('One value');
  const now = await second.boundingBox();
  expect(now?.width ?? 0).toBeGreaterThan(wide?.width ?? 0);
  expect(now?.height ?? 0).toBeGreaterThan(wide?.height ?? 0);
  await page.reload();
  await expect(page.locator('[data-panel]').first()).toHaveAccessibleName('One value');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The dashboard was saved.').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-panel]').first()).toHaveAccessibleName('One value');
  expect(await violations(page)).toEqual([]);

  // Another person saves in between.
  const { dashboards } = await api.call('listDashboards', { query: { siteIds: [siteId] } });
  const mine = dashboards.find(({ name }) => name === 'Mine');
  if (!mine) throw new Error('it was not stored');
  await page.keyboard.press('j');
  await page.keyboard.press('w');
  const { id: dashboardId, description, time, variables } = mine;
  const dashboard = { name: 'Theirs', description, time, variables, panels: [] };
  await api.call('updateDashboard', {
    path: { dashboardId },
    body: { dashboard },
    ifMatch: mine.revision,
  } as never);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Dashboard was changed by someone else' });
  await expect(dialog).toBeVisible();
  expect((await api.call('getDashboard', { path: { dashboardId } })).dashboard.name).toBe('Theirs');
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await api.call('getDashboard', { path: { dashboardId } })).dashboard.name)
    .toBe('Mine');
});

test('dashboards: an imported one whose name is taken gets a free one [R2.1-57]', async ({ page }) => {
  const content = {
    name: 'Imported',
    description: '',
    time: '1d',
    refreshSeconds: 0,
    variables: [],
    panels: [],
  };
  const text = JSON.stringify({ kind: 'penstock.dashboard', version: 1, dashboard: content });
  for (const name of ['Imported', 'Imported 2']) {
    await page.goto(`${running.product.url}/querySearch/dashboards`);
    await expect(page.getByRole('grid', { name: 'Dashboards' }).getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('i');
    const field = page.getByRole('textbox', { name: 'Dashboard as JSON' });
    await field.fill(text);
    await field.press('Control+Enter');
    await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  }
});
