// Slow: each test begins on a page that draws figures of a running engine.
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
test.use({ timezoneId: 'UTC' });

const chart = (page: Page) => page.getByRole('application', { name: 'Volume, values' });
const shownRange = (page: Page) => page.getByRole('banner').locator('[data-command="time.filter"]');

test.beforeAll(async () => {
  const { api, siteId } = running;
  await api.send('createExamplePipeline', { body: { siteId } });
  await eventually(async () => {
    const now = Math.floor(Date.now() / 1000);
    const { body } = await api.send('getSiteSeries', {
      path: { siteId },
      query: { 'timeRange.startUnixTimeSeconds': now - 3600, 'timeRange.endUnixTimeSeconds': now },
    });
    const { timeSeriesTuple } = (body as { outputDataSeries: { timeSeriesTuple: { value: number }[] } })
      .outputDataSeries;
    expect(timeSeriesTuple.some(({ value }) => value > 0)).toBe(true);
  });
});

test.beforeEach(async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  await expect(chart(page)).toBeVisible();
});

test('keys read a chart and set the time filter; Back returns [R2.8-54, R2.8-55]', async ({ page }) => {
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);
  await chart(page).focus();
  const figure = page.getByRole('figure', { name: 'Volume' });
  // A chart as young as this one may have a single point still.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(figure.getByRole('status')).toHaveText(
      /: Input 0 B\/s, Output 0 B\/s, Dropped by rule 0 B\/s(\. |$)/,
      { timeout: 1000 },
    );
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(figure.getByRole('status')).toHaveText(
      /^Selected (\d+ \w+ )?\d\d:\d\d(:\d\d)? to (\d+ \w+ )?\d\d:\d\d(:\d\d)?$/,
      { timeout: 1000 },
    );
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]time=\d+-\d+/);
  const [start = 0, end = 0] = (new URL(page.url()).searchParams.get('time') ?? '').split('-').map(Number);
  // Two points of ten seconds, the second one up to now: nothing flowed before this file began.
  expect(end - start).toBeGreaterThan(10);
  expect(end - start).toBeLessThanOrEqual(20);
  await expect(shownRange(page)).not.toHaveText(/Last/);
  await page.goBack();
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);
});

test('the table holds the figures of the service, exactly [R2.8-52]', async ({ page }) => {
  type Series = Record<string, { timeSeriesTuple: { value: number }[] }>;
  let latest: Series = {};
  const end = Math.floor(Date.now() / 1000);
  page.on('response', async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    // The previous period is asked for too.
    if (!pathname.endsWith('/time-series/data-processed')) return;
    if (searchParams.get('timeRange.endUnixTimeSeconds') === String(end)) latest = await response.json();
  });
  await page.goto(`${running.product.url}/dashboard?time=${end - 600}-${end}`);
  await page.getByRole('button', { name: 'View Volume as table' }).click();
  const rows = page.getByRole('region', { name: 'Volume, table' }).getByRole('row');
  const shown = () =>
    rows.evaluateAll((found) =>
      found
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
        ),
    );
  const answered = () =>
    (latest.inputDataSeries?.timeSeriesTuple ?? []).map((_, index) =>
      ['inputDataSeries', 'outputDataSeries', 'droppedDataSeries'].map(
        (name) => latest[name]?.timeSeriesTuple[index]?.value,
      ),
    );
  // Answers and charts differ until drawn.
  await expect(async () => expect(await shown()).toEqual(answered())).toPass();
  expect((await shown()).flat().some((value) => value > 0)).toBe(true);
});

test('a chart stays on refresh and Escape; a transformation leads to its pipeline [R2.8-48, R2.8-57]', async ({
  page,
}) => {
  const figure = page.getByRole('figure', { name: 'Volume' });
  const before = await figure.boundingBox();
  expect(before?.height).toBe(360);
  await page.waitForResponse((response) => response.url().includes('/time-series/data-processed'));
  expect(await figure.boundingBox()).toEqual(before);

  await chart(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(shownRange(page)).toHaveText(/Last 1 hour/);

  const card = page.getByRole('region', { name: 'Transformations', exact: true });
  // Its rows are drawn once they are near.
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pipelines\/3\d{17}/);
});
