import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 180_000 });

/** Half of the bytes have the level that version 2 drops. */
const LINES = ['debug', 'error', 'debug', 'error'].map((level) => JSON.stringify({ level }));
const ONE_MORE = '{"level":"error","more":true}';

/** Version 1, deployed, parses; version 2, saved, drops debug events. */
async function twoVersions(name: string): Promise<Built> {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name,
    source: { name: `In ${name}`, templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [
      {
        name: `Out ${name}`,
        templateId: 'file',
        config: { path: join(product.dataFolder, `${name}.ndjson`), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(api, built);
  const { pipelineId, sourceId, transformIds, sinkIds } = built;
  const [parse = ''] = transformIds;
  const match = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] };
  const { transformIds: [filter = ''] = [] } = await api.call('createTransforms', {
    body: {
      transforms: [{ pipelineId, name: 'Quiet', templateId: 'filter', config: { action: 'drop', match } }],
    },
  });
  await api.call('saveGraph', {
    ifMatch: 1,
    body: {
      pipelineId,
      edges: {
        [sourceId]: { nodeIds: [parse] },
        [parse]: { nodeIds: [filter] },
        [filter]: { nodeIds: sinkIds },
      },
      metaInfo: {},
      versionInfo: { pipelineId, name: 'quiet' },
    },
  });
  return built;
}

const pin = ({ pipelineId }: Built) =>
  running.api.call('createSample', { body: { sample: { pipelineId, name: 'Four lines', events: LINES } } });

async function open(page: Page, { pipelineId }: Built, query = ''): Promise<void> {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Deploy Pipeline' });
const reduction = (page: Page) => question(page).getByRole('region', { name: 'Reduction' });

test('Deploy shows what changes and what it reduces [R4-61]', async ({ page }) => {
  const built = await twoVersions('Measured');
  const { id } = await pin(built);
  const { sample } = await running.api.call('getSample', { path: { sampleId: id } });
  await running.api.call('updateSample', {
    ifMatch: sample.revision,
    body: { sample: { id, expected: {}, pinned: true } },
  });
  await open(page, built);
  await page.keyboard.press('Shift+D');
  await expect(question(page)).toContainText('deploy changes made to Measured (v2)?');
  await expect(question(page)).toContainText('Changes since v1 (running)');
  await expect(question(page).getByRole('region', { name: 'Changes' })).toContainText('Quiet added');
  await expect(reduction(page)).toContainText('0.0% now →, then 50.0% on 4 events of Four lines');
  await expect(question(page).getByRole('button', { name: /^Deploy/ })).toBeFocused();

  await tabTo(page, question(page).getByRole('button', { name: 'Compare' }));
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  const comparison = page.getByRole('complementary', { name: 'Comparison' });
  await expect(comparison.getByRole('heading', { level: 2 })).toHaveText('v1 → v2 - quiet');
  await expect(comparison).toContainText('Reduction 0.0% → 50.0%');

  await page.keyboard.press('Shift+D');
  await expect(question(page).getByRole('button', { name: /^Deploy/ })).toBeFocused();
  await page.keyboard.press('Enter');
  // It is DEPLOYED until the action arrives, so only the version tells that it ended.
  await expect.poll(async () => (await running.api.pipeline(built.pipelineId)).deployedGraphVersion).toBe(2);
});

test('without events nothing is measured; a preview is compared [R4-61]', async ({ page }) => {
  const built = await twoVersions('Previewed');
  await open(page, built, '?mode=edit');
  await nodeOf(page, 'Quiet').press('Shift+D');
  await expect(reduction(page)).toContainText('Not measured: no events were run through this version.');
  await expect(reduction(page).getByRole('button', { name: 'Capture events' })).toBeEnabled();
  await tabTo(page, reduction(page).getByRole('button', { name: 'Paste events' }));
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();

  const paste = page.getByRole('dialog', { name: 'Paste or upload events' });
  await typeInto(page, paste.getByRole('textbox', { name: 'Events' }), [...LINES, ONE_MORE].join('\n'));
  await tabTo(page, paste.getByRole('button', { name: /^Import/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('in total');

  await nodeOf(page, 'Quiet').press('Shift+D');
  await expect(reduction(page)).toContainText(/0\.0% now →, then \d+\.\d% on 5 events of/);
  await expect(question(page).getByRole('button', { name: /^Deploy/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nodeOf(page, 'Quiet')).toBeFocused();
});

test('a deployment from another tab is compared where the graph is', async ({ page }) => {
  const built = await twoVersions('Elsewhere');
  await open(page, built, '?view=analytics');
  await runByPalette(page, 'Deploy');
  await tabTo(page, question(page).getByRole('button', { name: 'Compare' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Comparison' })).toContainText('v1 → v2 - quiet');
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
});
