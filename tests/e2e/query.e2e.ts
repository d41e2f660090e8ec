// Slow: each test runs SQL in a query process over archives.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.use({ expectedFaults: refused(400, 404, 412) });

const EVENTS = 1200;

/** Half a minute ago and before, a second apart; every fourth failed. */
test.beforeAll(async () => {
  const { api, siteId, product } = running;
  const root = join(product.dataFolder, 'kept');
  const source = { name: 'Web shop', siteId, templateId: 'tcp', config: { port: 5998 } };
  const sourceId = (await api.call('createSource', { body: { source } })).id;
  const sink = { name: 'Kept', siteId, templateId: 'file', config: { path: join(root, 'any.ndjson') } };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
  const last = Date.now() - 30_000;
  const hours = new Map<string, string[]>();
  for (let i = 0; i < EVENTS; i++) {
    const time = new Date(last - (EVENTS - i) * 1000).toISOString();
    const [year, month, day, hour] = time.split(/[-T:]/);
    const folder = `source=${sourceId}-Web_shop/year=${year}/month=${month}/day=${day}/hour=${hour}`;
    const event = { status: i % 4 === 0 ? 500 : 200, took: (i * 37) % 900, user: `u ${i % 3}` };
    const line = `{"received":"${time.slice(0, -1)}000Z","source":"Web shop","sourceId":"${sourceId}","event":${JSON.stringify(event)}}\n`;
    hours.set(folder, [...(hours.get(folder) ?? []), line]);
  }
  for (const [folder, lines] of hours) {
    mkdirSync(join(root, folder), { recursive: true });
    const written = new Date(last).toISOString().replaceAll(/[-:.]/g, '');
    writeFileSync(join(root, folder, `${written}-000001-0123456789abcdef.ndjson`), lines.join(''));
  }
});

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' });
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Result' });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /row/ }).first();

test('query: written, run, drawn and saved by keyboard [R2.1-52, R2.1-54, R2.2-22]', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('y');
  await expect(page.getByText('No query run yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Query' })).toBeVisible();

  await page.keyboard.press('e');
  await expect(editor(page)).toHaveAttribute('data-language', 'sql');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('select status, count(*) as n from Web');
  // The tables may not be known yet.
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(page.getByRole('option', { name: /Web shop/ }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText('from "Web shop"');
  await page.keyboard.type(' group by all order by nope');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(editor(page)).not.toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('Line 1, column 68: There is no column nope');
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true');

  await page.keyboard.press('e');
  for (let i = 0; i < 'nope'.length; i++) await page.keyboard.press('Backspace');
  await page.keyboard.type('n desc');
  await page.keyboard.press('Control+Enter');
  await expect(status(page)).toContainText('2 rows; read 1.2K events of Web shop');
  expect(new URL(page.url()).searchParams.get('sql')).toContain('order by n desc');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('900');
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await runByPalette(page, 'Show the result as', 'Bars');
  await expect(page.getByRole('figure', { name: 'New query' })).toContainText('200');
  expect(await violations(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await runByPalette(page, 'Export the list as CSV');
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(saved.split('\r\n').map((line) => line.split(',').at(-1))).toEqual(['n', '900', '300', '']);

  await page.keyboard.press('Control+s');
  await page.keyboard.type('By status');
  await page.keyboard.press('Enter');
  await page.keyboard.type('How many failed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By status', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/querySearch\/query\/6\d{17}/);
  await page.reload();
  await expect(page.getByRole('figure', { name: 'By status' })).toContainText('900');
});

test('data: tables with size, time and fields; Enter queries one [R2.1-50, R2.1-51]', async ({ page }) => {
  await page.goto(`${running.product.url}/querySearch/data`);
  const data = page.getByRole('treegrid', { name: 'Data' });
  await expect(data.getByRole('row', { name: /Web shop/ })).toBeVisible();
  await data.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('list', { name: 'Fields of Web shop' })).toContainText('took bigint');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/querySearch\/query\?sql=/);
  await expect(status(page)).toContainText('100 rows; read 1.2K events of Web shop');
});

test('query: a saved one opens by its address, and runs [R2.1-53]', async ({ page }) => {
  const { api, siteId } = running;
  const saved = {
    siteId,
    name: 'How many',
    sql: 'select count(*) as n from "Web shop"',
    chart: 'FIGURE',
  } as const;
  const { id } = await api.call('createQuery', { body: { query: saved } });
  await page.goto(`${running.product.url}/querySearch/query/${id}`);
  await expect(page.getByRole('heading', { name: 'How many', level: 1 })).toBeVisible();
  await expect(page.getByRole('definition')).toContainText('1,200');
  await page.goto(`${running.product.url}/querySearch/query/699999999999999999`);
  await expect(page.getByText('There is no such saved query')).toBeVisible();
});

test('query: who saves over a newer version is asked first [R2.1-53]', async ({ page }) => {
  const { api, siteId } = running;
  const shared = { name: 'Shared', description: '', time: '1h', chart: 'TABLE' } as const;
  const { id } = await api.call('createQuery', {
    body: { query: { siteId, ...shared, sql: 'select 1 as n' } },
  });
  const readSql = async () => (await api.call('getQuery', { path: { queryId: id } })).query.sql;
  await page.goto(`${running.product.url}/querySearch/query/${id}?range=yesterday`);
  await expect(page.getByText('Shown: Last 1 hour, not the time range of the address')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shared', level: 1 })).toBeVisible();
  await page.keyboard.press('e');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('select 2 as n ');
  await page.keyboard.press('Escape');
  const theirs = { query: { ...shared, sql: 'select 3 as n' } };
  await api.call('updateQuery', { path: { queryId: id }, ifMatch: 1, body: theirs });

  const dialog = page.getByRole('dialog', { name: 'Saved query was changed by someone else' });
  await page.keyboard.press('Control+s');
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await readSql()).toBe('select 3 as n');

  await page.keyboard.press('Control+s');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The query was saved.')).toBeVisible();
  expect(await readSql()).toBe('select 2 as n');
});

test('query: a saved one is scheduled by the report that it opens [R2.1-35, R2.1-54]', async ({ page }) => {
  const { api, siteId } = running;
  const sql = 'select status, count(*) as events from "Web shop" group by all';
  const query = { siteId, name: 'Each day', sql, chart: 'BAR' } as const;
  const { id } = await api.call('createQuery', { body: { query } });
  await page.goto(`${running.product.url}/querySearch/query/${id}`);
  await expect(page.getByRole('figure', { name: 'Each day' })).toBeVisible();
  await page.keyboard.press('Shift+S');
  await choose(page, '', 'This query alone');
  const form = page.getByRole('form', { name: 'New report' });
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Each day');
  await expect(form.getByText(/^Of the time up to now: Each day of Local: 1 panel/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('complementary', { name: 'Each day' })).toBeVisible();
  const { reports } = await api.call('listReports', { query: { siteIds: [siteId] } });
  const { dashboard } = await api.call('getDashboard', {
    path: { dashboardId: reports[0]?.dashboardId ?? '' },
  });
  expect(dashboard).toMatchObject({ name: 'Each day', panels: [{ queryId: id, chart: 'BAR', sql: '' }] });

  await page.goto(`${running.product.url}/querySearch/query/${id}`);
  await expect(page.getByRole('figure', { name: 'Each day' })).toBeVisible();
  await runByPalette(page, 'Schedule saved query', "Dashboard 'Each day'");
  await expect(form.getByRole('combobox', { name: /^Dashboard/ })).toHaveText(/Each day/);
  const { dashboards } = await api.call('listDashboards', { query: { siteIds: [siteId] } });
  expect(dashboards).toHaveLength(1);
});
