import type { Page } from '@playwright/test';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile({ env: { PENSTOCK_FLAGS: '-apiKeys' } });
banMouseInFile();

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const at = (path: string) => `${running.product.url}${path}`;

test('the sidebar is at the left, 268 px wide [R2.2-03, R2.2-04, R9-36]', async ({ page }) => {
  await page.goto(at('/pipelines'));
  await expect(sidebar(page)).toBeVisible();
  expect(await sidebar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 268 });
});
