import { expect, type Page, test } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';

const gallery = galleryOfFile();
const LONG_NAME = 'A pipeline whose name is a good deal longer';

/** What the cells do with their texts. `spilled`: texts of cells that cut nothing and have no room for it. */
const cells = (page: Page) =>
  page.locator('[role="gridcell"][data-column]').evaluateAll((all) => {
    const isUncut = (cell: Element) => getComputedStyle(cell).overflow === 'visible';
    return {
      uncut: all.filter(isUncut).length,
      cut: all.filter((cell) => !isUncut(cell)).map((cell) => cell.textContent),
      spilled: all
        .filter((cell) => isUncut(cell) && cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    };
  });

test('table: only texts that have room stand uncut, at any width and size of text', async ({ page }) => {
  await page.goto(gallery.url('table', { state: 'long texts' }));
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(async () => (await cells(page)).uncut).toBeGreaterThan(15);
  const atFirst = await cells(page);
  expect(atFirst.spilled).toEqual([]);
  expect(atFirst.cut).toContainEqual(expect.stringContaining(LONG_NAME));

  await page.locator('html').evaluate((html) => html.style.setProperty('font-size', '40px'));
  await expect.poll(async () => (await cells(page)).uncut).toBeLessThan(atFirst.uncut);
  await expect.poll(async () => (await cells(page)).spilled).toEqual([]);

  await page.locator('html').evaluate((html) => html.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 480, height: 900 });
  await expect.poll(async () => (await cells(page)).spilled).toEqual([]);
  expect((await cells(page)).cut).toContainEqual(expect.stringContaining(LONG_NAME));
});
