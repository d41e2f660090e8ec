// Slow: opens every screen, and compares its key bar with what has the focus at each stop.
import type { Page } from '@playwright/test';
import type { Built } from '../harness/pipelines.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { exampleSite, openScreen, SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

// Slow: walks every focusable region of every screen with Tab.
const running = productOfFile();
banMouseInFile();

let example: Built;
test.beforeAll(async () => {
  example = await exampleSite(running);
});

type Stop = { what: string; region: string; mode: string; keys: string[] };

/** What has the focus, by the page alone, and what the key bar says. */
const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const at = document.activeElement ?? document.body;
    const isTyped = at.matches(
      'textarea, select, [contenteditable=true], input:not([type=checkbox],[type=radio],[type=file],[type=button])',
    );
    const region = at.closest('form')
      ? 'form'
      : isTyped
        ? 'text'
        : at.matches('[aria-roledescription="chart"]')
          ? 'chart'
          : at.closest('[data-command-scope="pipeline.graph"]')
            ? 'graph'
            : 'other';
    const bar = document.querySelector('[aria-label="Available keys"]');
    const [mode, commands] = bar?.children ?? [];
    return {
      what: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40)}`,
      region,
      mode: mode?.textContent ?? '',
      keys: [...(commands?.querySelectorAll('button') ?? [])].map(
        (button) => button.getAttribute('aria-keyshortcuts') ?? '',
      ),
    };
  });

const MOST_STOPS = 60;

/** A dialog takes all keys, which is its own test; a page that is not found has no bar. */
const WITHOUT_BAR = ['time range', 'palette', 'help', 'page not found'];

for (const screen of SCREENS.filter(({ name }) => !WITHOUT_BAR.includes(name)))
  test(`key bar: it names what has the focus, ${screen.name}`, async ({ page }) => {
    const { name } = screen;
    await openScreen(page, running.product.url, screen, example);
    await expect(page.getByRole('region', { name: 'Available keys' })).toContainText('All keys');
    const isEditing = page.url().includes('mode=edit') || page.url().includes('/create');
    const seen = new Set<string>();
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      const stop = await readStop(page);
      if (seen.has(stop.what)) continue;
      seen.add(stop.what);
      const at = `${name}: ${stop.what}`;
      if (stop.region === 'form') expect(stop.mode, at).toBe('FORM');
      else if (stop.region === 'chart') expect(stop.mode, at).toBe('CHART');
      else if (stop.region === 'graph') expect(stop.mode, at).toBe(isEditing ? 'EDIT' : 'GRAPH');
      else if (stop.region === 'text') expect(stop.mode, at).toBe(isEditing ? 'EDIT' : 'TEXT');
      else expect(stop.mode, at).not.toMatch(/^(FORM|CHART|TEXT)$/);
      expect(new Set(stop.keys).size, `${at}: ${stop.keys.join(', ')}`).toBe(stop.keys.length);
      // The others would be typed.
      if (stop.region === 'text') for (const one of stop.keys) expect(one, at).toMatch(/^(Control|Meta)\+/);
    }
    expect(seen.size).toBeGreaterThan(4);
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
