// Slow: a menu of every kind is opened on its screen.
import { readFileSync } from 'node:fs';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, stateCell } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const EXAMPLE = 'Example: application logs';
/** Has no input, so it sorts last in the dashboard's table. */
const IDLE = 'Idle';
const BY_INPUT = 'Pipelines by input';

test.describe.configure({ mode: 'serial' });

test('a row menu opens by key, with reasons, for its row [R2.3-07]', async ({ page }) => {
  await running.api.call('createExamplePipeline', { body: { siteId: running.siteId } });
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', EXAMPLE)).toBeVisible();
  await tabTo(
    page,
    page.getByRole('grid', { name: 'Pipelines' }).or(page.getByRole('treegrid', { name: 'Pipelines' })),
  );
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: `Actions for ${EXAMPLE}` });
  await expect(menu.getByRole('menuitem', { name: /^Resume|^Deploy/ }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.keyboard.press('.');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: EXAMPLE, level: 1 })).toBeVisible();
});

test('a node menu opens by key in drawing and outline', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', EXAMPLE)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const node = nodeOf(page, 'Parse JSON');
  await tabTo(page, nodeOf(page, 'Example application'));
  await page.keyboard.press('ArrowRight');
  await expect(node).toBeFocused();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Actions for Parse JSON' });
  await expect(menu.getByRole('menuitem', { name: /^Open node/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(node).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: /^Open node/ }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Parse JSON', exact: true })).toBeVisible();
});

test('a dashboard row menu opens by key for that row [R2.3-07]', async ({ page }) => {
  await running.api.call('createPipeline', {
    body: { pipeline: { siteId: running.siteId, name: IDLE } },
  });
  await page.goto(running.product.url);
  await expect(stateCell(page, BY_INPUT, EXAMPLE, 'Deployed')).toBeVisible();
  await expect(rowOf(page, BY_INPUT, EXAMPLE)).toContainText(/[1-9][\d.]*\s*[KM]?B/);
  await tabTo(page, page.getByRole('grid', { name: BY_INPUT }));
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: `Actions for ${IDLE}` });
  await expect(menu.getByRole('menuitem', { name: /^Pause/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: BY_INPUT })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('.');
  await page
    .getByRole('menu', { name: `Actions for ${EXAMPLE}` })
    .getByRole('menuitem', { name: /^Pause/ })
    .press('Enter');
  await expect(paletteOf(page).getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stateCell(page, BY_INPUT, EXAMPLE, 'Paused')).toBeVisible();
  await expect(stateCell(page, BY_INPUT, IDLE, 'Not Deployed')).toBeVisible();
});

test('the dashboard table selects, exports and keeps its density', async ({ page }) => {
  // Figures give the order, and come after the rows: until then the other pipeline is first.
  const rowsFirst = Promise.withResolvers<void>();
  await page.route(/\/v1\/analytics\/pipelines\/summary\?/, async (route) => {
    await rowsFirst.promise;
    await route.continue();
  });
  await page.goto(running.product.url);
  await expect(page.getByRole('grid', { name: BY_INPUT }).getByRole('row').nth(1)).toContainText(IDLE);
  rowsFirst.resolve();
  await expect(rowOf(page, BY_INPUT, EXAMPLE)).toContainText(/[1-9][\d.]*\s*[KM]?B/);
  await tabTo(page, page.getByRole('grid', { name: BY_INPUT }));
  await page.keyboard.press('x');
  await expect(rowOf(page, BY_INPUT, EXAMPLE)).toHaveAttribute('aria-selected', 'true');
  await expect(rowOf(page, BY_INPUT, IDLE)).toHaveAttribute('aria-selected', 'false');

  const download = page.waitForEvent('download');
  await runByPalette(page, 'Export 1 row as CSV');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^pipelines-by-input-.*\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(EXAMPLE);

  const height = async () => (await rowOf(page, BY_INPUT, EXAMPLE).boundingBox())?.height;
  const before = await height();
  await runByPalette(page, 'Compact rows');
  await expect.poll(height).toBeLessThan(before ?? 0);
  const compact = await height();
  await page.reload();
  await expect(rowOf(page, BY_INPUT, EXAMPLE)).toBeVisible();
  expect(await height()).toBe(compact);
});
