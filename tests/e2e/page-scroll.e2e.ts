// Slow: opens each panel, view and dialog on a page of its own.
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 120_000 });

let built: Built;
test.beforeAll(async () => {
  built = await buildPipeline(running.api, running.siteId, {
    name: 'Long panels',
    source: { name: 'lines', templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'away', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  const { graph } = await running.api.call('getGraph', {
    path: { pipelineId: built.pipelineId, graphVersion: built.version },
  });
  await running.api.call('saveGraph', {
    ifMatch: built.version,
    body: {
      pipelineId: built.pipelineId,
      edges: graph.edges,
      metaInfo: graph.metaInfo,
      versionInfo: { pipelineId: built.pipelineId, name: 'again' },
    },
  });
});

/** Neither the document nor the shell may scroll, only their content. */
const tooLong = (page: Page) =>
  page.evaluate(() => {
    const page = document.scrollingElement;
    const main = document.querySelector('main');
    return [page, main].map((one) => (one ? one.scrollHeight - one.clientHeight : -1));
  });

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}${query}`);
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  await nodeOf(page, 'Parse').focus();
  for (const key of keys) await page.keyboard.press(key);
}

const PANELS: readonly [name: string, keys: readonly string[], panel: string | RegExp][] = [
  ['a node', ['Enter'], 'Parse'],
  ['the history', ['v'], 'Version history'],
];

for (const [name, keys, panel] of PANELS)
  test(`the page itself never scrolls beside ${name}`, async ({ page }) => {
    await open(page);
    await press(page, keys);
    await expect(page.getByRole('complementary', { name: panel })).toBeVisible();
    expect(await tooLong(page)).toEqual([0, 0]);
  });

for (const [view, tab] of [
  ['analytics', 'Analytics'],
  ['errors', 'Pipeline Errors'],
  ['dataInsights', 'Data Insights'],
])
  test(`the page itself never scrolls in the view ${view}`, async ({ page }) => {
    await open(page, `?view=${view}`);
    await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(new RegExp(`^${tab}`));
    await expect(page.getByRole('tabpanel')).toBeVisible();
    expect(await tooLong(page)).toEqual([0, 0]);
  });

test('the page itself never scrolls beside two compared versions', async ({ page }) => {
  await open(page, '?compare=1..2');
  await expect(page.getByRole('region', { name: /^Changes, / })).toBeVisible();
  expect(await tooLong(page)).toEqual([0, 0]);
});

test('the page itself never scrolls under a preview', async ({ page }) => {
  await open(page);
  await press(page, ['Shift+P']);
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  expect(await tooLong(page)).toEqual([0, 0]);
});

const DIALOGS: readonly [command: string, dialog: string | RegExp][] = [
  ['Show lifecycle', 'Lifecycle of Long panels'],
  ['Export this pipeline…', /^Export /],
];

for (const [command, dialog] of DIALOGS)
  test(`the page itself never scrolls behind what '${command}' opens`, async ({ page }) => {
    await open(page);
    await expect(nodeOf(page, 'Parse')).toBeVisible();
    await runByPalette(page, command);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    expect(await tooLong(page)).toEqual([0, 0]);
  });
