// Slow: writes an archive, and waits for new events to be archived.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { archiveShop, SHOP_EVENTS, type ShopArchive } from './support/shop-archive.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

let shop: ShopArchive | undefined;

/** Once: the first test needs a site without archives. */
async function archive(): Promise<ShopArchive> {
  shop ??= await archiveShop(running, 5999);
  return shop;
}

const open = async (page: Page, query = '') => {
  await page.goto(`${running.product.url}/log-search?time=1h&q=${encodeURIComponent(query)}`);
  await expect(page.getByRole('heading', { name: 'Log Search', level: 1 })).toBeAttached();
};
const status = (page: Page) => page.getByRole('status').filter({ hasText: /match/ }).first();
const field = (page: Page) => page.getByRole('combobox', { name: 'Query' });

test('log search: without an archive it says how to have one [R2.1-19, R2.2-11, R6-08]', async ({ page }) => {
  await open(page);
  await expect(page.getByText('Nothing is archived on this site')).toBeVisible();
  await expect(page.getByRole('link', { name: /Log Search/ })).toBeVisible();
});

test('log search: found, narrowed and read by keyboard [R2.1-20, R2.1-86, R9-23]', async ({
  page,
  context,
}) => {
  await archive();
  await page.goto(`${running.product.url}/dashboard?time=1h`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expect(status(page)).toContainText('1,200 matches');
  // Fields come after the count, and complete what is typed.
  await expect(page.getByRole('button', { name: /^@source Shop/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('sta');
  await page.keyboard.press('Tab');
  await expect(field(page)).toHaveValue('status:');
  await page.keyboard.type('5');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('status:500 ');
  // It stands behind what was completed already.
  await page.keyboard.press('Space');
  await expect(field(page)).toHaveValue('status:500 ');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('300 matches');
  expect(new URL(page.url()).searchParams.get('q')?.trim()).toBe('status:500');

  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: /^@source Shop/ })).toBeFocused();
  for (let step = 0; step < 20; step++) {
    if ((await page.evaluate(() => document.activeElement?.textContent))?.startsWith('user.name u 1')) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('-');
  await expect(status(page)).toContainText('200 matches');
  await expect(field(page)).toHaveValue('status:500 AND NOT user.name:"u 1"');

  await page.keyboard.press('Escape');
  const events = page.getByRole('treegrid', { name: 'Events' });
  await expect(events).toBeFocused();
  // The count can come before them.
  await expect(events.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('group', { name: 'Fields of the event' })).toContainText('status500');
  await runByPalette(page, 'Show metadata');
  await expect(page.getByRole('group', { name: 'Fields of the event' })).toContainText('@received');
  await expect(page.getByRole('button', { name: 'Hide metadata' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Tab');
  const fields = page.getByRole('group', { name: 'Fields of the event' });
  await expect(fields.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('y');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('500');
  await page.keyboard.press('Escape');
  await expect(events).toBeFocused();

  await runByPalette(page, 'Earlier queries', 'status:500');

  await page.getByRole('treegrid', { name: 'Events' }).focus();
  await page.keyboard.press('Shift+V');
  await page.keyboard.type('Failed orders');
  await page.keyboard.press('Enter');
  await expect(page.getByText("View 'Failed orders' is saved")).toBeVisible();
  await page.reload();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/dashboard/);
  await runByPalette(page, 'Open saved view', 'Failed orders');
  await expect(field(page)).toHaveValue('status:500');
});

test('log search: an error stands under its character; all rows load while one scrolls [R9-22]', async ({
  page,
}) => {
  await archive();
  await open(page, 'status:[1 2]');
  await expect(page.getByRole('alert')).toContainText('Character 11: A range is written [1 TO 5]');
  await expect(page.getByText('Nothing was searched', { exact: true })).toBeVisible();
  await open(page);
  await expect(status(page)).toContainText('1,200 matches');
  const grid = page.getByRole('treegrid', { name: 'Events' });
  await grid.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return Number(await grid.getAttribute('aria-rowcount'));
    })
    .toBe(SHOP_EVENTS + 1);
});

test('log search: a time chosen in the histogram by keys is zoomed to [R2.1-20]', async ({ page }) => {
  await archive();
  await open(page);
  await expect(status(page)).toContainText('1,200 matches');
  await page.keyboard.press('h');
  const histogram = page.getByRole('slider', { name: /^Matches over time/ });
  const events = page.getByRole('treegrid', { name: 'Events' });
  await expect(histogram).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(events).toBeFocused();
  await page.keyboard.press('h');
  await page.keyboard.press('ArrowLeft');
  for (let bar = 0; bar < 3; bar++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('region', { name: 'Histogram' })).toContainText(/ to .*, \d+ matches/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/time=\d+-\d+/);
  await expect(status(page)).toContainText(/^(?!1,200)\d+ matches/);
  await expect(events).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('option', { name: /^@source/ })).toContainText(/\D1 value$/);
});

test('log search: exported files have what was found, whole [R2.1-20]', async ({ page }) => {
  await archive();
  await open(page, 'status:500 user.name:"u 1"');
  await expect(status(page)).toContainText('100 matches');
  const events = page.getByRole('treegrid', { name: 'Events' });
  const numbers = Array.from({ length: 100 }, (_, at) => 1192 - at * 12);
  const save = async (title: string): Promise<string> => {
    // The count can come before them.
    await expect(events.getByRole('row').nth(1)).toBeVisible();
    const saving = page.waitForEvent('download');
    await runByPalette(page, title);
    await expect(
      page.getByText('The file gets the newest 1,000,000 matching events at most').first(),
    ).toBeVisible();
    const saved = await saving;
    const text = readFileSync(await saved.path(), 'utf8');
    await expect(page.getByText('The file is whole: 100 events').first()).toBeVisible();
    expect(saved.suggestedFilename()).toMatch(/^log-search-\d{8}-\d{4}\.(ndjson|json|csv)$/);
    await page.reload();
    await expect(status(page)).toContainText('100 matches');
    return text;
  };
  const lines = (await save('Export NDJSON')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).event.number)).toEqual(numbers);
  const list: { source: string; event: { number: number } }[] = JSON.parse(await save('Export JSON'));
  expect(list.map(({ event }) => event.number)).toEqual(numbers);
  expect(new Set(list.map(({ source }) => source))).toEqual(new Set(['Shop']));

  await events.focus();
  await page.keyboard.press('c');
  await choose(page, 'number');
  await expect(events.getByRole('columnheader', { name: 'number' })).toBeVisible();
  const [head, ...rows] = (await save('as CSV')).trimEnd().split('\r\n');
  expect(head).toBe('Time,Source,number,Event');
  expect(rows.map((row) => Number(row.split(',')[2]))).toEqual(numbers);
  expect(rows[0]).toMatch(/Z,Shop,1192,"\{""status"":500,""user"":\{""name"":""u 1""\},""number"":1192\}"$/);
});

test('log search: events go to the preview of a pipeline that reads their source', async ({ page }) => {
  const { sourceId } = await archive();
  const { api, siteId } = running;
  const sink = { name: 'SIEM', siteId, templateId: 'blackhole', config: {} };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  const pipeline = { name: 'Shop flow', siteId, description: '' };
  const { id } = await api.call('createPipeline', { body: { pipeline } });
  await api.call('saveGraph', {
    ifMatch: 0,
    body: {
      pipelineId: id,
      edges: { [sourceId]: { nodeIds: [sinkId] } },
      metaInfo: {},
      versionInfo: { pipelineId: id, name: '' },
    },
  });
  await open(page, 'status:500');
  await expect(status(page)).toContainText('300 matches');
  await page.getByRole('treegrid', { name: 'Events' }).focus();
  const height = () =>
    page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.clientHeight);
  const before = await height();
  await page.keyboard.press('w');
  await expect.poll(height).toBeGreaterThan(before + 40);
  await page.keyboard.press('u');
  await choose(page, 'Shop flow');
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}`));
  await expect(page.getByText('Events of Log Search')).toBeVisible();

  await open(page, 'status:500');
  await expect(status(page)).toContainText('300 matches');
  const events = page.getByRole('treegrid', { name: 'Events' });
  // The count can come before them.
  await expect(events.getByRole('row').nth(1)).toBeVisible();
  await events.focus();
  await page.keyboard.press('p');
  await choose(page, 'Shop flow');
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}`));
});

test('log search: new events are followed, and held while paused', async ({ page }) => {
  const { write } = await archive();
  await open(page);
  await expect(status(page)).toContainText('1,200 matches');
  const grid = page.getByRole('treegrid', { name: 'Events' });
  await grid.focus();
  await page.keyboard.press('l');
  await expect(page.getByText(/^Live:/)).toBeVisible();
  write(5, Date.now() - 1000);
  await expect(page.getByText('5 new events, not counted above.')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByText(/^Paused\./)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
