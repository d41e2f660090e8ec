import type { Page } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedFaults: /'Unchecked' is broken over two lines/ });

const gallery = galleryOfFile();
const LONG_NAME = 'A pipeline whose name is a good deal longer';

/** Five in each of three rows; columns are just as wide as the long row needs, or cut it. */
const OF_SHORT_ROWS = 15;

/** `spilled`: overflowing texts that are not truncated. */
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

test('table: texts with room are uncut at any size', async ({ page }) => {
  await page.goto(gallery.url('table', { state: 'long texts' }));
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(async () => (await cells(page)).uncut).toBe(OF_SHORT_ROWS);
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

test('table: a cut text is whole under the cell cursor', async ({ page }) => {
  await page.goto(gallery.url('table', { state: 'long texts' }));
  await expect.poll(async () => (await cells(page)).uncut).toBe(OF_SHORT_ROWS);
  const grid = page.getByRole('grid');
  await tabTo(page, grid);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const cell = grid.locator('[data-cell-cursor]');
  await expect(cell).toHaveCount(1);
  await expect(cell).toContainText(LONG_NAME);
  const { isWhole, isOnTop } = await cell.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const top = document.elementFromPoint(box.right - 4, box.top + box.height / 2);
    return {
      isWhole: text.right <= box.right + 1 && text.bottom <= box.bottom + 1,
      isOnTop: top !== null && element.contains(top),
    };
  });
  expect([isWhole, isOnTop]).toEqual([true, true]);
});

test('table: a name read from the right ends cut [R2.3-02]', async ({ page }) => {
  await page.goto(gallery.url('table', { state: 'long texts' }));
  const name = page.locator('[role="gridcell"][data-column="0"]').first();
  await expect(name).toBeVisible();
  const sides = await name.evaluate((cell) => {
    cell.textContent = 'مصدر السجلات '.repeat(20);
    const range = document.createRange();
    range.selectNodeContents(cell);
    const [text, room] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
    return { begins: room.right - text.right, isCutAtEnd: text.left < room.left };
  });
  expect(sides.isCutAtEnd).toBe(true);
  expect(sides.begins).toBeGreaterThan(-1);
});

test('form: a check box aligns with the first label line', async ({ page }) => {
  await page.goto(gallery.url('forms', { state: 'checkbox' }));
  const box = page.getByRole('checkbox', { name: 'Unchecked at first' });
  await expect(box).toBeVisible();
  const off = await box.evaluate((input) => {
    const words = input.closest('label')!.lastElementChild as HTMLElement;
    words.style.width = '5em';
    const range = document.createRange();
    range.selectNodeContents(words);
    const lines = range.getClientRects();
    const first = lines[0]!;
    const drawn = input.parentElement!.getBoundingClientRect();
    return {
      lines: lines.length,
      middles: Math.abs(drawn.y + drawn.height / 2 - first.y - first.height / 2),
    };
  });
  expect(off.lines).toBeGreaterThan(1);
  expect(off.middles).toBeLessThan(3);
});
