// Slow: opens the time range on several screens and at several widths.
import type { Page } from '@playwright/test';
import { enterText } from './support/keyboard.ts';
import { choose, openPalette, paletteOf, rowsOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expectNoCollidingTexts, lostControls } from './support/reading.ts';
import { rowOf } from './support/screen.ts';
import { exampleSite } from './support/screens.ts';
import { expect, test } from './support/test.ts';

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

async function openPipelines(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', exact: true })).toBeVisible();
}

test('t opens presets; one in words stays after a reload [R9-03]', async ({ page }) => {
  await openPipelines(page);
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

test('time in words reads as a range before it applies', async ({ page }) => {
  await openPipelines(page);
  await openTimePage(page);
  await choose(page, 'last 4h', 'Last 4 hours');
  await expect(shownRange(page)).toHaveText(/Last 4 hours/);

  await openTimePage(page);
  await enterText(page, 'yesterday 14:00-16:00', timeField(page));
  const row = rowsOf(page).first();
  await expect(row).toContainText('14:00');
  await expect(row).toContainText('2 h');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeHidden();
  await expect(shownRange(page)).toHaveText(/14:00.*16:00/);
  const start = Date.parse(`${day(-1)}T14:00:00Z`) / 1000;
  await expect(page).toHaveURL(new RegExp(`[?&]time=${start}-${start + 7200}`));
});

test('an impossible custom range says why and changes nothing [R5-02 … R5-05, R5-08]', async ({ page }) => {
  await openPipelines(page);
  const refused: [string, string][] = [
    [`${day(1)} 08:00 to ${day(1)} 09:00`, 'Please select Start date-time before current time.'],
    [`${day(-1)} 08:00 to ${day(1)} 09:00`, 'Please select End date-time before current time.'],
    [`${day(-1)} 09:00 to ${day(-1)} 08:00`, 'End date-time cannot be before or equal to Start date-time.'],
    [`${day(-1)} 09:00 to ${day(-1)} 09:00`, 'End date-time cannot be before or equal to Start date-time.'],
    [
      `${day(-62)} 08:00 to ${day(-1)} 08:00`,
      'Duration between Start and End date-time cannot exceed 60 days.',
    ],
    [`${day(-90)} 08:00 to ${day(-89)} 08:00`, 'Please select Start date-time within the last 60 days'],
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

test('the time page opens from the palette, where it applies', async ({ page }) => {
  await openPipelines(page);
  await openPalette(page);
  await choose(page, 'Time range');
  await expect(timeField(page)).toBeFocused();
  await choose(page, '7d', 'Last 7 days');
  await expect(shownRange(page)).toHaveText(/Last 7 days/);

  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: 'User profile', exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('Time range');
  await expect(rowsOf(page).first()).toContainText('This screen has no time range');
});

test('a stored range lasts; obsolete and invalid ones reset [R4-124, R4-125]', async ({ page }) => {
  await openPipelines(page);
  const store = (text: string) =>
    page.evaluate((value) => localStorage.setItem('penstock.timeFilter', value), text);
  const open = (search = '') => page.goto(`${running.product.url}/pipelines${search}`);
  await openTimePage(page);
  await choose(page, '4h', 'Last 4 hours');
  await expect(shownRange(page)).toHaveText(/Last 4 hours/);
  const kept = await page.evaluate(() => localStorage.getItem('penstock.timeFilter') ?? '');
  await open();
  await expect(shownRange(page)).toHaveText(/Last 4 hours/);
  await expect(page).toHaveURL(/[?&]time=4h/);
  await open('?time=7d');
  await expect(shownRange(page)).toHaveText(/Last 7 days/);
  await open('?time=soon');
  await expect(shownRange(page)).toHaveText(/Last 7 days/);
  await expect(page).toHaveURL(/[?&]time=7d/);

  const { value } = JSON.parse(kept);
  for (const obsolete of [JSON.stringify({ stamp: 'another', value }), '{"stamp":', '4h']) {
    await store(obsolete);
    await open();
    await expect(shownRange(page)).toHaveText(/Last 1 hour/);
    await expect(page).not.toHaveURL(/time=/);
  }
});

test('sources and destinations show what moved in the range [R2.3-02, R2.3-03]', async ({ page }) => {
  await exampleSite(running);
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Web server')).toContainText('33B');
  await page.goto(`${running.product.url}/destinations`);
  await expect(rowOf(page, 'Destinations', 'Kept')).toContainText('16B');
  await openTimePage(page);
  await enterText(page, 'yesterday 14:00-16:00', timeField(page));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Destinations', 'Kept')).toContainText('0B');
});

test('a long range keeps the top bar whole at any width [R2.8-39]', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  const start = Date.parse(`${day(-3)}T14:00:05Z`) / 1000;
  for (const textPx of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textPx, fixed: textPx } });
    await page.goto(`${running.product.url}/pipelines?time=${start}-${start + 86_400}`);
    await expect(shownRange(page)).toHaveText(/14:00:05 to /);
    for (let width = 320; width <= 1440; width += 80) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await lostControls(page), `${width} px, text of ${textPx} px`).toEqual([]);
      await expectNoCollidingTexts(page, `${width} px, text of ${textPx} px`);
    }
  }
});

test('a short range is whole, the search shrinks first; presets stay together [R2.8-39]', async ({
  page,
}) => {
  await openPipelines(page);
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);
  for (const width of [320, 640, 760, 780, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cutPx = await shownRange(page)
      .getByText('Last 1 hour', { exact: true })
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().width - element.getBoundingClientRect().width;
      });
    expect.soft(cutPx, `${width} px`).toBeLessThan(0.01);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await openTimePage(page);
  for (const words of ['Last 15 mins', 'Last 60 days', 'Custom Range…']) {
    const lines = await paletteOf(page)
      .getByText(words, { exact: true })
      .evaluate((title) => title.getClientRects().length);
    expect(lines, words).toBe(1);
  }
});
