import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { paletteOf, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';

const running = productOfFile();
banMouseInFile();

const tourOf = (page: Page) => page.getByRole('region', { name: 'Tour' });
const offerOf = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Take the tour' });

test('tour: five steps by their own keys, offered once [R6-23]', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  await expect(offerOf(page)).toBeVisible();
  await tabTo(page, offerOf(page));
  await page.keyboard.press('Enter');
  const tour = tourOf(page);
  await expect(tour).toContainText('Step 1 of 5');
  await expect(offerOf(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toContainText('Step 2 of 5');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await expect(tour).toContainText('Step 3 of 5');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toContainText('Step 4 of 5');
  await page.keyboard.press('Alt+n');
  await expect(tour).toContainText('Step 5 of 5');
  await page.keyboard.press('Control+i');
  await expect(tour).toBeHidden();

  await page.goto(`${running.product.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  await runByPalette(page, 'Take the tour');
  await expect(tour).toContainText('Step 1 of 5');
  await expect(offerOf(page)).toBeHidden();
  // Its keys are the palette's until that has closed.
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('Alt+x');
  await expect(tour).toBeHidden();
  await expect(offerOf(page)).toBeHidden();
});
