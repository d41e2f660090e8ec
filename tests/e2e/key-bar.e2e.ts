// Slow: six flows, each on a page of its own.
import type { Built } from '../harness/pipelines.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { exampleSite } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

let example: Built;
test.beforeAll(async () => {
  example = await exampleSite(running);
});

test('text field: Escape leads to the graph, where the keys shown work', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${example.pipelineId}?mode=edit`);
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await tabTo(page, field, 'Shift+Tab');
  const bar = page.getByRole('region', { name: 'Available keys' });
  await expect(bar.getByRole('button', { name: 'Deploy' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Save as draft' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-node]:focus')).toHaveCount(1);
  await expect(page).toHaveURL(/mode=edit/);
  await expect(bar.getByRole('button', { name: 'Deploy' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/mode=edit/);
});

test('arriving, keys of tabs and Escape lead to graph and rows', async ({ page }) => {
  const { url } = running.product;
  await page.goto(`${url}/sources`);
  await expect(page.getByRole('grid', { name: 'Sources' })).toContainText('Web server');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  const list = page.getByRole('grid', { name: 'Pipelines', exact: true });
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-node]:focus')).toHaveCount(1);
  await page.keyboard.press('4');
  await expect(
    page
      .getByRole('treegrid')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.locator('[data-node]:focus')).toHaveCount(1);
  await tabTo(page, page.getByRole('tab', { name: /Overview/ }), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-node]:focus')).toHaveCount(1);
});

test('a slash in the sidebar leads to a search on every screen', async ({ page }) => {
  const { url } = running.product;
  for (const [path, field] of [
    ['/pipelines', page.getByRole('searchbox', { name: 'Search by name' })],
    ['/dashboard', page.getByRole('dialog').getByRole('combobox')],
    [`/sources/${example.sourceId}`, page.getByRole('dialog').getByRole('combobox')],
    [`/pipelines/${example.pipelineId}`, page.getByLabel('Find a node by name or type')],
  ] as const) {
    await page.goto(url + path);
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sources' }));
    await page.keyboard.press('/');
    await expect(field, path).toBeFocused();
    await page.keyboard.type('pause');
    await expect(field, path).toHaveValue('pause');
    await page.keyboard.press('Escape');
  }
});

test("E on a source's page leads into its form", async ({ page }) => {
  await page.goto(`${running.product.url}/sources/${example.sourceId}`);
  const form = page.getByRole('form', { name: 'Edit Web server' });
  await expect(form).toBeVisible();
  await page.keyboard.press('e');
  await expect(form.getByRole('textbox').first()).toBeFocused();
  const bar = page.getByRole('region', { name: 'Available keys' });
  await expect(bar).toContainText(/FORM.*Save/);
});

test('panel and cursor are one: a duplicate has the panel', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${example.pipelineId}?mode=edit`);
  const node = nodeOf(page, 'Drop debug');
  await expect(node).toBeVisible();
  await node.press('Enter');
  await expect(panelOf(page, 'Drop debug')).toBeVisible();
  await node.focus();
  await page.keyboard.press('d');
  await expect(nodeOf(page, 'Drop debug copy')).toBeFocused();
  await expect(panelOf(page, 'Drop debug copy')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(panelOf(page, 'Drop debug')).toBeVisible();
});

test('a dialog in front has the key bar to itself', async ({ page }) => {
  await page.goto(`${running.product.url}/sources?create=syslog`);
  const form = page.getByRole('form', { name: 'New Syslog source' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  const bar = page.locator('[aria-label="Available keys"]');
  await expect(bar).toContainText(/FORM.*Cancel.*Add source.*Test/);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('dialog', { name: 'Test Syslog' })).toBeVisible();
  await expect(bar).toContainText(/DIALOG.*Close/);
  await expect(bar).not.toContainText('Add source');
  await page.keyboard.press('Escape');
  await expect(bar).toContainText(/FORM/);
});
