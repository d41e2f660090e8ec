import { expect, type Page, test } from '@playwright/test';
import { choose, openPalette, paletteOf, rowsOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();
test.use({ timezoneId: 'UTC' });

const DAY_MS = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

const shownRange = (page: Page) => page.getByRole('banner').locator('[data-command="time.filter"]');
const timeField = (page: Page) => paletteOf(page).getByRole('combobox', { name: 'Time range' });

async function openTimePage(page: Page): Promise<void> {
  await page.keyboard.press('t');
  await expect(timeField(page)).toBeFocused();
}

test.beforeEach(async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', exact: true })).toBeVisible();
});

test('R9-03 t opens the presets; one is taken by its words, stays in the address and after a reload', async ({
  page,
}) => {
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);
  await openTimePage(page);
  for (const preset of ['5 mins', '15 mins', '1 hour', '4 hours', '12 hours', '1 day', '7 days', '60 days'])
    await expect(
      rowsOf(page)
        .filter({ hasText: `Last ${preset}` })
        .first(),
    ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(shownRange(page)).toHaveText(/Last 15 mins/);
  await expect(page).toHaveURL(/[?&]time=15min/);
  await page.reload();
  await expect(shownRange(page)).toHaveText(/Last 15 mins/);
});

test('R5 time in words reads as a range and says so before it is taken', async ({ page }) => {
  await openTimePage(page);
  await choose(page, 'last 4h', 'Last 4 hours');
  await expect(shownRange(page)).toHaveText(/Last 4 hours/);

  await openTimePage(page);
  await page.keyboard.type('yesterday 14:00-16:00');
  const row = rowsOf(page).first();
  await expect(row).toContainText('14:00');
  await expect(row).toContainText('2 h');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeHidden();
  await expect(shownRange(page)).toHaveText(/14:00.*16:00/);
  const start = Date.parse(`${day(-1)}T14:00:00Z`) / 1000;
  await expect(page).toHaveURL(new RegExp(`[?&]time=${start}-${start + 7200}`));
});

test('R5-06 a custom range that cannot be says why, word for word, and changes nothing', async ({ page }) => {
  const refused: [string, string][] = [
    [`${day(1)} 08:00 to ${day(1)} 09:00`, 'Please select Start date-time before current time.'],
    [`${day(-1)} 08:00 to ${day(1)} 09:00`, 'Please select End date-time before current time.'],
    [`${day(-1)} 09:00 to ${day(-1)} 08:00`, 'End date-time cannot be before or equal to Start date-time.'],
    [`${day(-1)} 09:00 to ${day(-1)} 09:00`, 'End date-time cannot be before or equal to Start date-time.'],
    [
      `${day(-62)} 08:00 to ${day(-1)} 08:00`,
      'Duration between Start and End date-time cannot exceed 60 days.',
    ],
  ];
  await openTimePage(page);
  for (const [typed, message] of refused) {
    await timeField(page).fill(typed);
    await expect(rowsOf(page).first()).toContainText(message);
    await page.keyboard.press('Enter');
    await expect(timeField(page)).toHaveValue(typed);
  }
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);
});

test('the time page opens from the palette; where a screen has no time range it says so', async ({
  page,
}) => {
  await openPalette(page);
  await choose(page, 'Time range');
  await expect(timeField(page)).toBeFocused();
  await choose(page, '7d', 'Last 7 days');
  await expect(shownRange(page)).toHaveText(/Last 7 days/);

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('Time range');
  await expect(rowsOf(page).first()).toContainText('This screen has no time range');
});
