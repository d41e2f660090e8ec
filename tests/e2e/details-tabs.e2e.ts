import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { CONTRAST, violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { lostControls } from './support/reading.ts';

const running = productOfFile();
banMouseInFile();
// Each test is a whole story of many presses.
test.describe.configure({ timeout: 120_000 });

/** Access log lines are not JSON: each of them is an error of the parser, and goes on tagged. */
let web: Built;
let draft: Built;

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
  draft = await buildPipeline(api, siteId, {
    name: 'never-deployed',
    source: { name: 'other lines', templateId: 'generator', config: {} },
    transforms: [],
    sinks: [{ name: 'nowhere', templateId: 'blackhole', config: {} }],
  });
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

test('R2.4-01, R2.4-02, R2.4-03, R2.4-04, R2.4-08 keys 1 to 4 show the tabs, the address says which, Back leads back', async ({
  page,
}) => {
  await open(page);
  await expect(tab(page, /^Overview/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('2');
  await expect(tab(page, /^Analytics/)).toBeFocused();
  await expect(page).toHaveURL(/view=analytics/);
  await expect(page).toHaveTitle(/^Analytics · web-access/);
  await expect(page.getByRole('tabpanel', { name: /^Analytics/ })).toBeVisible();
  await page.keyboard.press('4');
  await expect(tab(page, /^Pipeline Errors/)).toBeFocused();
  await expect(page).toHaveTitle(/^Pipeline Errors · web-access/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/view=dataInsights/);
  await page.keyboard.press('1');
  await expect(page).not.toHaveURL(/view=/);
  await page.goBack();
  await expect(selectedTab(page)).toHaveText(/^Data Insights/);
  await open(page, 'nonsense');
  await expect(selectedTab(page)).toHaveText(/^Overview/);
});

test('R2.4-05, R2.4-06, R2.4-07, R2.4-18 a pipeline that was never deployed has Overview alone, and the commands say why', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/pipelines/${draft.pipelineId}?view=errors`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('never-deployed');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('show pipeline errors');
  await expect(page.getByRole('option', { selected: true })).toContainText(
    /Save or cancel the changes first/,
  );
});

test('R2.4-16, R2.4-17 the figures of the summary lead to their tabs', async ({ page }) => {
  await open(page);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByRole('button', { name: /^Pipeline Errors [\d.]+K?/ })).toBeVisible();
  for (const figure of ['Optimization', 'Total Input', 'Total Output']) {
    await tabTo(page, summary.getByRole('button', { name: new RegExp(`^${figure}`) }));
    await page.keyboard.press('Enter');
    await expect(selectedTab(page)).toHaveText(/^Analytics/);
    await page.keyboard.press('1');
    await expect(summary).toBeVisible();
  }
  await tabTo(page, summary.getByRole('button', { name: /^Pipeline Errors/ }));
  await page.keyboard.press('Enter');
  await expect(selectedTab(page)).toHaveText(/^Pipeline Errors/);
});

test('R2.4-38, R2.4-41, R2.4-43, R2.4-49, R2.4-50, R2.4-51, R2.4-52, R2.4-54, R2.8-58 the analytics hold the figures of the service, by metric, instance, transform and destination', async ({
  page,
}) => {
  await open(page, 'analytics');
  const processed = page.getByRole('figure', { name: 'Data Processed' });
  const stages = page.getByRole('figure', { name: 'Input and output of each transform' });
  await expect(processed.getByRole('application')).toBeVisible();
  expect((await processed.boundingBox())?.height).toBeCloseTo(410, 1);
  await expect(stages.getByRole('rowheader')).toHaveText(['Parse JSON', 'Parse sshd', 'Keep the line']);
  // The heading and the three.
  await expect(page.getByRole('grid', { name: 'Transformations' }).getByRole('row')).toHaveCount(4);

  // The metric by its key: the address, the totals and the charts follow.
  await expect(stages.getByRole('row', { name: /^Parse JSON/ })).toContainText(/[KM]?B/);
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/metricType=EVENTS_COUNT/);
  await expect(page.getByRole('combobox', { name: 'Metric Type: Events' })).toBeVisible();
  await expect(stages.getByRole('row', { name: /^Parse JSON/ })).not.toContainText(/B/);
  const answered = await running.api.call('getPipelineSummaries', {
    query: { siteId: running.siteId, pipelineIds: [web.pipelineId], metricType: 'EVENTS_COUNT', ...range() },
  });
  expect(Number(answered.pipelineSummaries[web.pipelineId]?.totalInputDataBytes)).toBeGreaterThan(50);

  await runByPalette(page, 'Filter by transform', 'Parse sshd');
  await expect(page).toHaveURL(new RegExp(`transform=${web.transformIds[1]}`));
  await expect(processed.getByRole('combobox', { name: 'Transform: Parse sshd' })).toBeVisible();
  await runByPalette(page, 'Filter by destination', 'thrown away');
  const optimization = page.getByRole('figure', { name: 'Optimization over time' });
  await expect(optimization.getByRole('combobox', { name: 'Destination: thrown away' })).toBeVisible();
  await page.reload();
  await expect(processed.getByRole('combobox', { name: 'Transform: Parse sshd' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Metric Type: Events' })).toBeVisible();

  // No instance: nothing is shown as if it were, and Reset brings all back.
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('combobox', { name: /^Instances/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'embedded' })).toBeVisible();
  await page.keyboard.press('Escape');
  await runByPalette(page, 'Reset filters');
  await expect(page).not.toHaveURL(/metricType|transform|sinkIds/);
});

test('R2.8-55 keys on a chart set the time filter, which every tab has', async ({ page }) => {
  await open(page, 'analytics');
  const chart = page.getByRole('application', { name: 'Data Processed, values' });
  await tabTo(page, chart);
  await page.keyboard.press('Home');
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]time=\d+-\d+/);
  await expect(page).toHaveURL(/view=analytics/);
  await expect(page.getByRole('button', { name: /^Reset/ }).first()).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByText('No error occurred in this time range.')).toBeVisible();
  await runByPalette(page, 'Reset the time range');
  await expect(rowOf(page, 'Parse JSON')).toBeVisible();
});

test('R2.4-56, R2.4-58, R2.4-59, E12 errors are filtered, opened and acknowledged: one, of a component, all', async ({
  page,
}) => {
  await open(page, 'errors');
  await expect(rowOf(page, 'Parse JSON')).toContainText('ERROR');
  await expect(tab(page, /^Pipeline Errors 2/)).toBeVisible();
  await expect(sidebarMark(page)).toBeAttached();
  const whole = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(table(page).getByRole('columnheader', { name: /^Acknowledged/ })).toBeInViewport({ ratio: 1 });
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

  // The row of the parser: what it is, why, what to do, and an event it met.
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

  // The list of pipelines counts what nobody has seen.
  await page.goto(`${running.product.url}/pipelines`);
  const line = page
    .getByRole('grid', { name: 'Pipelines' })
    .getByRole('row')
    .filter({ hasText: 'web-access' });
  await expect(line.getByRole('gridcell', { name: '0', exact: true })).toBeVisible();
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

test('the tabs have no axe violation in dark and light, and lose nothing at 320 px and at 200%', async ({
  page,
}) => {
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
