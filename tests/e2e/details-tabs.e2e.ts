// Slow: five long flows, each on figures that a running engine counts.

import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { CONTRAST, violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { lostControls } from './support/reading.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
// Each test is a long flow.
test.describe.configure({ timeout: 120_000 });

/** Access log lines are not JSON: each is a parser error, and passes on tagged. */
let web: Built;

test.beforeAll(async () => {
  const { api, siteId, product } = running;
  web = await buildPipeline(api, siteId, {
    name: 'web-access',
    source: {
      name: 'access lines',
      templateId: 'generator',
      config: { format: 'access_log', eventsPerSecond: 50 },
    },
    transforms: [
      { name: 'Parse JSON', templateId: 'parse_json', config: { onError: 'tag' } },
      {
        name: 'Parse sshd',
        templateId: 'parse_grok',
        config: { pattern: 'Failed %{WORD:what}', onError: 'tag' },
      },
      { name: 'Keep the line', templateId: 'keep_fields', config: { fields: ['message'] } },
    ],
    sinks: [
      {
        name: 'reduced log',
        templateId: 'file',
        config: { path: join(product.dataFolder, 'reduced.ndjson'), format: 'ndjson' },
      },
      { name: 'thrown away', templateId: 'blackhole', config: {} },
    ],
  });
  await deployPipeline(api, web);
  await eventually(async () => expect((await listErrors()).length).toBeGreaterThanOrEqual(2));
});

const range = () => {
  const now = Math.floor(Date.now() / 1000);
  return { 'timeRange.startUnixTimeSeconds': now - 3600, 'timeRange.endUnixTimeSeconds': now + 60 };
};

async function listErrors() {
  const { api, siteId } = running;
  const { pipelinesErrorDetails } = await api.call('listPipelineErrors', { query: { siteId, ...range() } });
  return pipelinesErrorDetails[web.pipelineId]?.errorDetails ?? [];
}

const open = (page: Page, view = '') =>
  page.goto(`${running.product.url}/pipelines/${web.pipelineId}${view === '' ? '' : `?view=${view}`}`);
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Pipeline', exact: true });
const tab = (page: Page, name: RegExp) => tabs(page).getByRole('tab', { name });
const selectedTab = (page: Page) => tabs(page).getByRole('tab', { selected: true });
const table = (page: Page) => page.getByRole('treegrid', { name: 'Pipeline Errors' });
const rowOf = (page: Page, node: string): Locator =>
  table(page).getByRole('row', { level: 1 }).filter({ hasText: node });
const sidebarMark = (page: Page) => page.getByRole('navigation').getByText(/unacknowledged error/);

test('the key of a tab leads to its content; arrows stay', async ({ page }) => {
  await open(page);
  await page.keyboard.press('4');
  await expect(table(page)).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByRole('region', { name: 'Analytics, charts' })).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.locator('[data-node]:focus')).toBeVisible();
  await page.keyboard.press('4');
  await tabTo(page, selectedTab(page));
  await page.keyboard.press('ArrowLeft');
  await expect(selectedTab(page)).toHaveText(/^Data Insights/);
  await expect(selectedTab(page)).toBeFocused();
});

test('keys on a chart set the time filter of every tab [R2.8-55]', async ({ page }) => {
  await open(page, 'analytics');
  const chart = page.getByRole('application', { name: 'Data Processed, values' });
  await tabTo(page, chart);
  // The chart begins one point before anything flowed.
  await page.keyboard.press('Home');
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]time=\d+-\d+/);
  await expect(page).toHaveURL(/view=analytics/);
  await expect(page.getByRole('button', { name: /^Reset/ }).first()).toBeVisible();
  const chosen = new URLSearchParams(new URL(page.url()).search).get('time') ?? '';
  const asked = page.waitForRequest((request) =>
    new URL(request.url()).pathname.includes('/pipelines/errors'),
  );
  await page.keyboard.press('4');
  const { searchParams } = new URL((await asked).url());
  expect(chosen).toBe(
    `${searchParams.get('timeRange.startUnixTimeSeconds')}-${searchParams.get('timeRange.endUnixTimeSeconds')}`,
  );
  await runByPalette(page, 'Reset the time range');
  await expect(rowOf(page, 'Parse JSON')).toBeVisible();
});

test.describe('pipeline errors [R2.4-56, R2.4-58, R2.4-59, E12]', () => {
  test('they are filtered, opened and acknowledged, singly and together', async ({ page }) => {
    await open(page, 'errors');
    await expect(rowOf(page, 'Parse JSON')).toContainText('ERROR');
    await expect(tab(page, /^Pipeline Errors 2/)).toBeVisible();
    await expect(sidebarMark(page)).toBeAttached();
    const whole = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(table(page).getByRole('columnheader', { name: /^Acknowledged/ })).toBeInViewport({
      ratio: 1,
    });
    await page.setViewportSize(whole);

    await page.keyboard.press('/');
    await page.keyboard.type('sshd');
    await page.keyboard.press('Enter');
    await expect(table(page).getByRole('row', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveURL(/search=sshd/);
    await runByPalette(page, 'Filter by error level', 'INFO');
    await expect(page).toHaveURL(/errorlevel=INFO/);
    await expect(page.getByText('No error matches')).toBeVisible();
    await runByPalette(page, 'Reset filters');
    await expect(table(page).getByRole('row', { level: 1 })).toHaveCount(2);

    await typeInto(page, page.getByRole('searchbox', { name: 'Search errors' }), 'json');
    await page.keyboard.press('Enter');
    await expect(table(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const details = table(page).getByRole('row', { level: 2 });
    await expect(details).toContainText('Possible Cause:');
    await expect(details).toContainText('Resolution:');
    await expect(details.getByRole('group', { name: 'Example event' })).toContainText('HTTP/1.1');
    await expect(details).toContainText(/times in the time range/);

    await page.keyboard.press('a');
    await expect(page.getByText('Error acknowledged')).toBeVisible();
    await expect(details).toHaveCount(0);
    await expect(rowOf(page, 'Parse JSON')).toContainText('Local administrator');
    await expect(tab(page, /^Pipeline Errors 1/)).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('This error is acknowledged already')).toBeVisible();

    await runByPalette(page, 'Reset filters');
    await page.keyboard.press('Shift+a');
    await expect(page.getByText('Errors of the pipeline acknowledged')).toBeVisible();
    await expect(rowOf(page, 'Parse sshd')).toContainText('Local administrator');
    await expect(tab(page, /^Pipeline Errors( 4)?$/)).toBeVisible();
    expect((await listErrors()).map((error) => error.acknowledgedBy)).toEqual([
      'Local administrator',
      'Local administrator',
    ]);
    await expect(sidebarMark(page)).toHaveCount(0);

    await page.goto(`${running.product.url}/pipelines`);
    const line = page
      .getByRole('grid', { name: 'Pipelines' })
      .getByRole('row')
      .filter({ hasText: 'web-access' });
    await expect(line.getByRole('gridcell', { name: '0', exact: true })).toBeVisible();
  });
});

test('Open node leads from an error to its node in the overview', async ({ page }) => {
  await open(page, 'errors');
  await expect(rowOf(page, 'Parse JSON')).toBeVisible();
  await typeInto(page, page.getByRole('searchbox', { name: 'Search errors' }), 'json');
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(selectedTab(page)).toHaveText(/^Overview/);
  await expect(page.getByRole('complementary', { name: 'Parse JSON' })).toBeVisible();
});

test('tabs: no axe violation, nothing lost at 320 px and 200%', async ({ page }) => {
  const screens = [
    { view: 'analytics', ready: page.getByRole('application', { name: 'Data Processed, values' }) },
    { view: 'errors', ready: table(page).getByRole('row', { level: 2 }) },
  ];
  for (const { view, ready } of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, view);
    if (view === 'errors') {
      await expect(rowOf(page, 'Parse JSON')).toBeVisible();
      await tabTo(page, table(page));
      await page.keyboard.press('Enter');
    }
    await expect(ready).toBeVisible();
    if (view === 'analytics') {
      const processed = page.getByRole('figure', { name: 'Data Processed' });
      expect((await processed.boundingBox())?.height).toBeCloseTo(410, 1);
    }
    expect.soft(await violations(page), `${view}, dark`).toEqual([]);
    await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'light'));
    expect.soft(await violations(page, { rules: CONTRAST }), `${view}, light`).toEqual([]);
    for (const size of [
      { width: 320, height: 640 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(size);
      await expect.soft(ready, `${view}, ${size.width} px`).toBeVisible();
      expect.soft(await lostControls(page), `${view}, ${size.width} px`).toEqual([]);
    }
  }
});
