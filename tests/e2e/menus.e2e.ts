import { expect, test } from '@playwright/test';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';

const running = productOfFile();
banMouseInFile();

const EXAMPLE = 'Example: application logs';

test.describe.configure({ mode: 'serial' });

test('R2.3-07 the menu of a row opens by key, says why it cannot, and acts on the row', async ({ page }) => {
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

test('design 5: the menu of a node opens by key in the drawing and in the outline', async ({ page }) => {
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
