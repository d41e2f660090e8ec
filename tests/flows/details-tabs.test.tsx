import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';

const running = productOfFile();
banMouseInFile();
// Each test is a long flow.
test.describe.configure({ timeout: 120_000 });

/** Access log lines are not JSON: each is a parser error, and passes on tagged. */
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

test('keys 1 to 4 open tabs; address and Back follow [R2.4-01 … R2.4-04, R2.4-08]', async ({ page }) => {
  await open(page);
  await expect(tab(page, /^Overview/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('2');
  await expect(page.getByRole('region', { name: 'Analytics, charts' })).toBeFocused();
  await expect(page).toHaveURL(/view=analytics/);
  await expect(page).toHaveTitle(/^Analytics · web-access/);
  await expect(page.getByRole('tabpanel', { name: /^Analytics/ })).toBeVisible();
  await page.keyboard.press('4');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="tabpanel"]') !== null))
    .toBe(true);
  await expect(page).toHaveTitle(/^Pipeline Errors · web-access/);
  await tabTo(page, tab(page, /^Pipeline Errors/));
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/view=dataInsights/);
  await page.keyboard.press('1');
  await expect(page).not.toHaveURL(/view=/);
  await page.goBack();
  await expect(selectedTab(page)).toHaveText(/^Data Insights/);
  await open(page, 'nonsense');
  await expect(selectedTab(page)).toHaveText(/^Overview/);
});

test('a pipeline never deployed has Overview alone, with reasons [R2.4-05 … R2.4-07, R2.4-18]', async ({
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

test('the figures of the summary lead to their tabs [R2.4-16, R2.4-17]', async ({ page }) => {
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

test.describe('analytics [R2.4-38, R2.4-41, R2.4-43, R2.4-49 … R2.4-52, R2.4-54, R2.8-58]', () => {
  test('figures of the service by metric, instance, transform and destination', async ({ page }) => {
    await open(page, 'analytics');
    const processed = page.getByRole('figure', { name: 'Data Processed' });
    const stages = page.getByRole('figure', { name: 'Input and output of each transform' });
    await expect(processed.getByRole('application')).toBeVisible();
    await expect(stages.getByRole('rowheader')).toHaveText(['Parse JSON', 'Parse sshd', 'Keep the line']);
    // The same figures a second time, by pipeline, are on Monitoring.
    await expect(page.getByRole('region', { name: 'Transformations' })).toHaveCount(0);

    await expect(stages.getByRole('row', { name: /^Parse JSON/ })).toContainText(/[KM]?B/);
    await page.keyboard.press('m');
    await expect(page).toHaveURL(/metricType=EVENTS_COUNT/);
    await expect(page.getByRole('combobox', { name: 'Metric Type: Events' })).toBeVisible();
    await expect(stages.getByRole('row', { name: /^Parse JSON/ })).not.toContainText(/B/);
    const answered = await running.api.call('getPipelineSummaries', {
      query: {
        siteId: running.siteId,
        pipelineIds: [web.pipelineId],
        metricType: 'EVENTS_COUNT',
        ...range(),
      },
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

    // No instance selected: the screen shows no data; Reset restores it.
    await page.keyboard.press('f');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('combobox', { name: /^Instances/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: hostname() })).toBeVisible();
    await page.keyboard.press('Escape');
    await runByPalette(page, 'Reset filters');
    await expect(page).not.toHaveURL(/metricType|transform|sinkIds/);
  });
});
