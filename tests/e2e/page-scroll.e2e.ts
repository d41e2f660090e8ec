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

const expectNoScrolling = async (page: Page, where: string) =>
  expect(await tooLong(page), where).toEqual([0, 0]);

test('the page itself never scrolls: beside panels, under a preview, behind dialogs', async ({ page }) => {
  await open(page);
  const node = nodeOf(page, 'Parse');
  await node.focus();
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const [key, opened] of [
    ['Enter', page.getByRole('complementary', { name: 'Parse' })],
    ['v', page.getByRole('complementary', { name: 'Version history' })],
    ['Shift+P', preview],
  ] as const) {
    await node.press(key);
    await expect(opened).toBeVisible();
    await expectNoScrolling(page, key);
  }
  await node.press('Shift+P');
  await expect(preview).toBeHidden();
  for (const [command, dialog] of [
    ['Show lifecycle', 'Lifecycle of Long panels'],
    ['Export this pipeline…', /^Export /],
  ] as const) {
    await runByPalette(page, command);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectNoScrolling(page, command);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
  }
});

test('the page itself never scrolls in a view, nor beside two compared versions', async ({ page }) => {
  for (const [view, tab] of [
    ['analytics', 'Analytics'],
    ['errors', 'Pipeline Errors'],
    ['dataInsights', 'Data Insights'],
  ]) {
    await open(page, `?view=${view}`);
    await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(new RegExp(`^${tab}`));
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectNoScrolling(page, `${view}`);
  }
  await open(page, '?compare=1..2');
  await expect(page.getByRole('region', { name: /^Changes, / })).toBeVisible();
  await expectNoScrolling(page, 'compared');
});
