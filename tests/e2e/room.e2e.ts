import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

/** Words of the buttons that are filled with the accent. */
const primariesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = '#4CD3E0';
    const accent = probe.style.color;
    return [...document.querySelectorAll('main button')]
      .filter((one) => getComputedStyle(one).backgroundColor === accent && one.checkVisibility())
      .map((one) => one.textContent ?? '');
  });

test('a screen has one primary button, empty or with a form open', async ({ page }) => {
  for (const [path, words] of [
    ['/settings/files', 'Upload'],
    ['/settings/apiKeys', 'Create'],
    ['/settings/apiKeys?create', 'Create API key'],
    ['/sources', 'Add'],
    ['/sources?create=generator', 'Add source'],
  ] as const) {
    await page.goto(running.product.url + path);
    await expect.poll(() => primariesOf(page), path).toEqual([expect.stringContaining(words)]);
  }
});

test('the rate of a source is whole beside its total at 1440 px', async ({ page }) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Rated',
    source: { name: 'Rated lines', templateId: 'generator', config: { eventsPerSecond: 300 } },
    transforms: [],
    sinks: [{ name: 'Rated hole', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/sources`);
  const rate = rowOf(page, 'Sources', 'Rated lines').getByText('/s').first();
  await expect(rate).toBeVisible();
  const isWhole = () =>
    rate.evaluate((unit) => {
      const cell = unit.closest('[role="gridcell"]')!.getBoundingClientRect();
      const box = unit.parentElement!.getBoundingClientRect();
      return box.top >= cell.top && box.bottom <= cell.bottom && box.left >= cell.left;
    });
  await expect.poll(isWhole).toBe(true);
});

const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth;

test('columns are as wide as what they hold', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${running.product.url}/dashboard`);
  const pipelines = page.getByRole('grid', { name: 'Pipelines by input' });
  const figures = pipelines.getByRole('row', { name: /Rated/ }).getByRole('gridcell').nth(3);
  await expect(figures).toBeVisible();
  await expect.poll(() => pipelines.evaluate(isCut)).toBe(false);
  expect(await figures.evaluate(isCut)).toBe(false);

  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${running.product.url}/alerts/manageAlerts`);
  const rule = rowOf(page, 'Manage alerts', 'Source receives nothing').getByText('Source receives nothing');
  await expect(rule).toBeVisible();
  await expect.poll(() => rule.evaluate(isCut)).toBe(false);
});

test('beside its open form the name of a rule is whole', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${running.product.url}/alerts/manageAlerts?create=1`);
  await expect(page.getByRole('form', { name: 'New rule' })).toBeVisible();
  const name = 'Volume far below the same hour of other days';
  const rule = rowOf(page, 'Manage alerts', name).getByText(name, { exact: true });
  await expect(rule).toBeVisible();
  await expect.poll(() => rule.evaluate((cell) => cell.scrollHeight > cell.clientHeight + 1)).toBe(false);
});

test('beside the assistant a notice leaves the message field free', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${running.product.url}/pipelines`);
  await page.keyboard.press('y');
  await expect(toast(page, 'copied')).toBeVisible();
  await page.keyboard.press('Control+i');
  const field = page.getByRole('textbox', { name: 'Message to the assistant' });
  await expect(field).toBeFocused();
  const [notice, message] = [await toast(page, 'copied').boundingBox(), await field.boundingBox()];
  expect(notice!.x + notice!.width).toBeLessThan(message!.x);
});
