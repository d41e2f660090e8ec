// Slow: walks every widget key by key.
import type { Locator, Page } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const gallery = galleryOfFile();
banMouseInFile();

async function show(page: Page, slug: string, state: string): Promise<Locator> {
  await page.goto(gallery.url(slug, { state }));
  const stage = page.getByRole('region', { name: state, exact: true });
  await expect(stage).toBeVisible();
  return stage;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('multi select: opened, narrowed, toggled, All, Clear and left by keyboard [R2.8-14 … R2.8-17]', async ({
  page,
}) => {
  const stage = await show(page, 'multi-select', '11 options, selected first');
  const button = stage.getByRole('combobox').first();
  await tabTo(page, button);
  await press(page, 'Enter');
  const list = page.getByRole('listbox');
  const first = list.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const name = (await list.getByRole('option').nth(5).innerText()).split('\n')[0] ?? '';
  await page.keyboard.type(name);
  await expect(list.getByRole('option')).toHaveCount(1);
  await press(page, 'Enter');
  await expect(list.getByRole('option')).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('button', { name: 'Clear' }));
  await press(page, 'Enter');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'All', exact: true }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(11);
});

test('grouped multi select: a heading takes and leaves its group by keyboard [R2.8-36 … R2.8-38]', async ({
  page,
}) => {
  const stage = await show(page, 'grouped-multi-select', '10 options, one group mixed');
  await tabTo(page, stage.getByRole('combobox').first());
  await press(page, 'Enter');
  const list = page.getByRole('listbox');
  const heading = list.getByRole('option', { name: /templates?$/ }).first();
  const group = list.getByRole('group').first();
  await expect(heading).toHaveAttribute('aria-checked', 'mixed');
  await press(page, 'Home', 'Enter');
  await expect(heading).toBeChecked();
  const all = await group.getByRole('option').count();
  await expect(group.getByRole('option', { checked: true })).toHaveCount(all);
  await press(page, 'Enter');
  await expect(group.getByRole('option', { checked: true })).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Select All' }));
  await press(page, 'Enter');
  await expect(heading).toBeChecked();
});

test('filter bar: a filter is narrowed and reset by keyboard [R2.8-13, R2.8-19]', async ({ page }) => {
  const stage = await show(page, 'filter-bar', 'at the defaults');
  await expect(stage.getByRole('button', { name: 'Reset' })).toBeHidden();
  await tabTo(page, stage.getByRole('combobox', { name: /^Level/ }));
  await press(page, 'Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await press(page, 'End', 'Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
  const reset = stage.getByRole('button', { name: 'Reset' });
  await tabTo(page, reset);
  await press(page, 'Enter');
  await expect(reset).toBeHidden();
});

test('graph: arrows follow pipes, Enter opens, 0 fits; outline matches', async ({ page }) => {
  const stage = await show(page, 'graph', 'a pipeline');
  const node = (title: string) => stage.getByRole('button', { name: new RegExp(`, ${title}(,|$)`) });
  await tabTo(page, node('web'));
  await press(page, 'ArrowRight');
  await expect(node('Drop debug')).toBeFocused();
  await press(page, 'ArrowRight', 'ArrowDown');
  await expect(node('Alerts')).toBeFocused();
  await press(page, 'Enter');
  await expect(node('Alerts')).toHaveAttribute('aria-pressed', 'true');
  await press(page, '+');
  await expect(stage.getByText('120%')).toBeVisible();
  await press(page, '0', 'Home');
  await expect(node('web')).toBeFocused();

  const outline = await show(page, 'graph', 'outline');
  await tabTo(page, outline.getByRole('treeitem').first());
  await press(page, 'ArrowDown');
  await expect(outline.getByRole('treeitem').nth(1)).toBeFocused();
  await press(page, 'Enter');
  await expect(outline.getByRole('treeitem', { selected: true })).toHaveCount(1);
});

test('button: a disabled one is reached and says why', async ({ page }) => {
  const stage = await show(page, 'button', 'disabled with its reason');
  const button = stage.getByRole('button', { name: 'Edit Pipeline' });
  await tabTo(page, button);
  await expect(button).toHaveAccessibleDescription('The pipeline is being deployed');
  await expect(page.getByRole('tooltip')).toHaveText('The pipeline is being deployed');
});

const activeText = (grid: Locator): Promise<string> =>
  grid.evaluate(
    (element) =>
      document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );

test('table: sorted, searched, selected, opened, its columns chosen by keyboard [R2.8-06, R2.8-08, R2.8-10]', async ({
  page,
}) => {
  let stage = await show(page, 'table', '100,000 rows');
  const grid = stage.getByRole('grid');
  await tabTo(page, grid);
  await press(page, 'Control+End');
  await expect.poll(() => activeText(grid)).toContain('Pipeline 100000');
  await expect(grid).toHaveAttribute('aria-rowcount', '100001');
  const last = grid.getByRole('row').last();
  await expect(last).toHaveAttribute('aria-rowindex', '100001');
  // Rows added while scrolling get checkbox and menu button when scrolling stops.
  const bare = grid.locator('[role="row"]:not(:has([type="checkbox"])), [role="row"]:not(:has(button))');
  await expect(bare).toHaveCount(0);
  await press(page, 'Space', 'Shift+ArrowUp');
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(2);
  await press(page, 'Control+Home', 'Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await press(page, 'Escape');
  await expect(grid).toBeFocused();
  await press(page, 'ArrowRight', 'ArrowRight');
  await expect.poll(() => activeText(grid)).toBe('Edge syslog');

  stage = await show(page, 'table', 'expansion');
  const tree = stage.getByRole('treegrid');
  await tabTo(page, tree);
  await press(page, 'ArrowDown', 'ArrowRight');
  const opened = tree.getByRole('row', { expanded: true });
  await expect(opened).toHaveCount(1);
  await tabTo(page, stage.getByRole('button', { name: /^Show events of/ }));
  await press(page, 'Escape');
  await expect(tree).toBeFocused();
  await press(page, 'ArrowLeft');
  await expect(opened).toHaveCount(0);

  stage = await show(page, 'table', 'columns and density');
  await tabTo(page, stage.getByRole('button', { name: /^Sort by|^Events|^Name/ }).first());
  await press(page, 'Enter');
  await expect(stage.locator('[aria-sort="ascending"]')).toHaveCount(1);
  const rows = stage.getByRole('grid').getByRole('row');
  const all = await rows.count();
  await tabTo(page, stage.getByRole('button', { name: 'Search Name' }));
  await press(page, 'Enter');
  await expect(stage.getByRole('textbox', { name: 'Search Name' })).toBeFocused();
  await page.keyboard.type('pipeline 12');
  await expect(rows).toHaveCount(2);
  await press(page, 'Escape');
  await expect(rows).toHaveCount(all);
  const columns = stage.getByRole('columnheader');
  const before = await columns.count();
  await tabTo(page, stage.getByRole('button', { name: /columns/i }));
  await press(page, 'Enter');
  const choice = page.getByRole('menuitemcheckbox').nth(1);
  await expect(choice).toBeVisible();
  await press(page, 'ArrowDown', 'Enter');
  await press(page, 'Escape');
  await expect(columns).toHaveCount(before - 1);
});

test('chart: read, selected and applied by keyboard, shown as table [R2.8-54, R2.8-55]', async ({ page }) => {
  const stage = await show(page, 'chart', 'selects a time range');
  const plot = stage.locator('[tabindex="0"]').first();
  await tabTo(page, plot);
  await press(page, 'End');
  await expect(
    stage
      .getByRole('tooltip')
      .or(stage.getByRole('status').filter({ hasText: 'Input' }))
      .first(),
  ).toBeAttached();
  await press(page, 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter');
  await expect(stage.getByText(/^Selected \d+ seconds$/)).toBeVisible();
  await tabTo(page, stage.getByRole('button', { name: 'View Volume as table' }));
  await press(page, 'Enter');
  await expect(stage.getByRole('table')).toBeVisible();
});

test('tabs: arrows go through them, the keys of a tab open it', async ({ page }) => {
  const stage = await show(page, 'tabs', 'with keys and a count');
  const tabs = stage.getByRole('tab');
  await tabTo(page, tabs.first());
  await press(page, 'ArrowRight');
  await expect(tabs.nth(1)).toBeFocused();
  await press(page, 'Enter');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
});

test('time range: opened, left with Escape and back on its button [R2.8-39, R2.8-41]', async ({ page }) => {
  const stage = await show(page, 'time-range', 'closed');
  const button = stage.getByRole('button');
  await tabTo(page, button);
  await press(page, 'Enter');
  const popover = page.getByRole('dialog', { name: 'Time range' });
  await expect(popover.getByRole('toolbar', { name: 'Presets' })).toBeVisible();
  await press(page, 'Escape');
  await expect(popover).toBeHidden();
  await expect(button).toBeFocused();
});
