// Slow: builds a list of pipelines that is longer than its window.
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const NAMES = Array.from({ length: 12 }, (_, at) => `flow ${String(at).padStart(2, '0')}`);

test.beforeAll(async () => {
  for (const name of NAMES) {
    const built = await buildPipeline(running.api, running.siteId, {
      name,
      source: { name: `${name} in`, templateId: 'generator', config: { format: 'json', eventsPerSecond: 1 } },
      transforms: [],
      sinks: [{ name: `${name} out`, templateId: 'blackhole', config: {} }],
    });
    if (name === NAMES.at(-1)) await deployPipeline(running.api, built);
  }
});

test('dashboard: a key of a row below the fold asks which one', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto(running.product.url);
  const table = page.getByRole('grid', { name: 'Pipelines by input' });
  await expect(table.locator('[data-cursor]')).toHaveCount(1);
  await expect(table.locator('[data-cursor]')).not.toBeInViewport();
  await page.keyboard.press('p');
  const asked = page.getByRole('dialog');
  await expect(asked.getByRole('combobox', { name: 'Pipeline' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();

  await page.keyboard.press('j');
  await expect(table).toBeFocused();
  const row = table.locator('[data-cursor]');
  await expect(row).toBeInViewport({ ratio: 0.9 });
  await expect(row).toContainText('flow 11');
  await page.keyboard.press('p');
  await expect(asked).toContainText('flow 11');
  await expect(asked.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('dashboard: with another table in focus, a key asks which pipeline', async ({ page }) => {
  await page.goto(running.product.url);
  const topSources = page.getByRole('grid', { name: 'Top sources' });
  await topSources.scrollIntoViewIfNeeded();
  await expect(topSources).toContainText('flow 11 in');
  await tabTo(page, topSources);
  await page.keyboard.press('p');
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Pipeline' })).toBeFocused();
  await page.keyboard.press('Escape');
});

test('list: a row scrolled out of view is neither opened nor selected', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'flow 11')).toBeVisible();
  const table = page.getByRole('grid', { name: 'Pipelines' });
  const opened = page.url();
  await table.evaluate((grid) => grid.scrollTo(0, 10_000));
  await expect(table.locator('[data-cursor]')).not.toBeInViewport();
  for (const key of ['o', 'x', '.', 'Enter']) {
    await page.keyboard.press(key);
    await expect(page.getByText('The current row is out of view').first()).toBeVisible();
  }
  expect(page.url()).toBe(opened);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Selected pipelines' })).toHaveCount(0);

  // With the focus in the list too, the first key only shows the row.
  await tabTo(page, table);
  await table.evaluate((grid) => grid.scrollTo(0, 10_000));
  await expect(table.locator('[data-cursor]')).not.toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('x');
  await expect(table.locator('[data-cursor]')).toBeInViewport({ ratio: 0.9 });
  expect(page.url()).toBe(opened);
  await expect(page.getByRole('group', { name: 'Selected pipelines' })).toContainText('1 selected');
});

test('selection: the bar moves no rows, the header says what is picked, Escape clears', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  const table = page.getByRole('grid', { name: 'Pipelines' });
  await expect(rowOf(page, 'Pipelines', 'flow 03')).toBeVisible();
  const topOf = () => rowOf(page, 'Pipelines', 'flow 03').evaluate((row) => row.getBoundingClientRect().top);
  const before = await topOf();
  await tabTo(page, table);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('group', { name: 'Selected pipelines' });
  await expect(bar).toContainText('2 selected');
  expect(await topOf()).toBe(before);
  await expect(table.getByRole('checkbox', { name: 'Select all, 2 of 12 selected' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(table).toBeFocused();
});
