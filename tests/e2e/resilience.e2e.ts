// Slow: creates 1,000 pipelines, and kills and restarts the service.

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { storedDrafts } from './support/drafts.ts';
import { graphOf, nodeOf, panelOf } from './support/graph.ts';
import { typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { either, expect, refused, SERVICE_GONE, test } from './support/test.ts';

test.use({ expectedFaults: either(refused(412), SERVICE_GONE) });

const running = productOfFile();

let made = 0;

async function savedPipeline(name: string, transforms: string[] = ['Parse']): Promise<Built> {
  made += 1;
  return buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `Source of ${made}`, templateId: 'generator', config: { eventsPerSecond: 50 } },
    transforms: transforms.map((one) => ({ name: one, templateId: 'parse_json', config: {} })),
    sinks: [
      {
        name: `File of ${made}`,
        templateId: 'file',
        config: { path: join(running.product.dataFolder, `out-${made}.ndjson`), format: 'ndjson' },
      },
    ],
  });
}

const editorOf = (page: Page, { pipelineId }: Built) =>
  page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
const descriptionField = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });
const pipelinesNamed = async (name: string) =>
  (await running.api.call('listPipelines', { query: { siteIds: [running.siteId] } })).pipelines.filter(
    (pipeline) => pipeline.name === name,
  );

test('a reload while editing restores the draft, and says so [E18]', async ({ page }) => {
  const built = await savedPipeline('Kept draft');
  await editorOf(page, built);
  await typeInto(page, descriptionField(page), 'written before the reload');
  await expect.poll(() => storedDrafts(page)).toContain('written before the reload');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(toast(page, /Unsaved changes of .* were restored/)).toBeVisible();
  await expect(descriptionField(page)).toHaveValue('written before the reload');
});

test('leaving with unsaved changes asks; keeping stays, discarding leaves [E18]', async ({ page }) => {
  const built = await savedPipeline('Asked before leaving');
  await editorOf(page, built);
  await typeInto(page, descriptionField(page), 'not saved');
  const dialog = page.getByRole('dialog', { name: 'Discard Changes' });
  await runByPalette(page, 'Sources');
  await expect(dialog).toContainText('There are unsaved changes made to pipeline Asked before leaving.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(descriptionField(page)).toHaveValue('not saved');
  await runByPalette(page, 'Sources');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
});

test('a version saved by someone else keeps my edit [E2]', async ({ page }) => {
  const built = await savedPipeline('Edited by two');
  await editorOf(page, built);
  await nodeOf(page, 'Parse').press('Enter');
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
  await typeInto(page, name, 'Parse, mine');
  const { pipelineId, version } = built;
  const { api } = running;
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: version } });
  const [parse = ''] = built.transformIds;
  const saveTheirs = (ifMatch: number, metaInfo: Record<string, { notes: string }>) =>
    api.call('saveGraph', {
      ifMatch,
      body: { pipelineId, edges: graph.edges, metaInfo, versionInfo: { pipelineId, name: 'theirs' } },
    });
  await saveTheirs(version, { [parse]: { notes: 'theirs' } });
  await runByPalette(page, 'Save as draft');
  const conflict = page.getByRole('dialog', { name: 'Someone else saved this pipeline' });
  await expect(conflict).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(conflict).toBeHidden();
  await expect(name).toHaveValue('Parse, mine');
  await runByPalette(page, 'Save as draft');
  await conflict.getByRole('button', { name: 'Save mine' }).press('Enter');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  expect(await api.pipeline(pipelineId)).toMatchObject({ latestGraphVersion: 3 });
  const mine = await api.call('getGraph', { path: { pipelineId, graphVersion: 3 } });
  expect(Object.values(mine.graph.nodes).map((node) => node.name)).toContain('Parse, mine');
});

test('a version of someone else is merged with my changes to other nodes [R4-134]', async ({ page }) => {
  const built = await savedPipeline('Edited by two, apart');
  const { pipelineId, version, sourceId } = built;
  const { api } = running;
  await editorOf(page, built);
  await nodeOf(page, 'Parse').press('Enter');
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
  await typeInto(page, name, 'Parse, mine');
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: version } });
  const metaInfo = { [sourceId]: { notes: 'theirs' } };
  await api.call('saveGraph', {
    ifMatch: version,
    body: { pipelineId, edges: graph.edges, metaInfo, versionInfo: { pipelineId, name: 'theirs' } },
  });
  await runByPalette(page, 'Save as draft');
  await expect(toast(page, /Your changes were merged with v2, saved by .+ meanwhile/)).toBeVisible();
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toHaveValue('Parse, mine');
  const { graph: both } = await api.call('getGraph', { path: { pipelineId, graphVersion: 3 } });
  expect(Object.values(both.nodes).map((node) => node.name)).toContain('Parse, mine');
  expect(both.metaInfo[sourceId]?.notes).toBe('theirs');
});

test('pressing twice makes one thing', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form', { name: 'New Blackhole destination' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Made once');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Destinations', 'Made once')).toBeVisible();
  const { sinks } = await running.api.call('listSinks', { query: { siteIds: [running.siteId] } });
  expect(sinks.filter(({ name }) => name === 'Made once')).toHaveLength(1);

  const built = await savedPipeline('Saved once');
  await editorOf(page, built);
  await typeInto(page, descriptionField(page), 'changed');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  const { latestGraphVersion } = await running.api.pipeline(built.pipelineId);
  expect(latestGraphVersion).toBeLessThanOrEqual(2);
});

const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  'dlrow \u0645\u0631\u062D\u0628\u0627',
  'W'.repeat(128),
  '🚰🏭💧 family 👩‍👩‍👧‍👦',
];

test('names that try to be more than text are shown as text', async ({ page }) => {
  for (const name of HOSTILE) await savedPipeline(name);
  await page.goto(`${running.product.url}/pipelines`);
  for (const name of HOSTILE) await expect(rowOf(page, 'Pipelines', name)).toBeVisible();
  const [first] = await pipelinesNamed(HOSTILE[0] ?? '');
  await page.goto(`${running.product.url}/pipelines/${first?.id}`);
  await expect(page.getByRole('heading', { name: HOSTILE[0] ?? '', level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('onerror');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('<img src=x');
  await expect(page).not.toHaveTitle('owned');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('a killed service leaves a quiet mark; figures go on later', async ({ page }) => {
  test.setTimeout(90_000);
  const built = await savedPipeline('Goes on');
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const parse = nodeOf(page, 'Parse');
  await expect(parse).toHaveAccessibleName(/[\d.]+ [KM]?B\/s/);
  await running.product.kill();
  const mark = page.getByRole('banner').getByRole('status');
  await expect(mark).toHaveText(/data from \d\d:\d\d, reconnecting/);
  await expect(parse).toBeVisible();
  await running.restart();
  await expect(mark).toBeHidden({ timeout: 30_000 });
  await parse.press('Enter');
  const eventsIn = panelOf(page, 'Parse').getByRole('row', { name: /^Events in/ });
  const before = await eventsIn.innerText();
  await expect(eventsIn).not.toHaveText(before, { timeout: 20_000 });
});

test('500 nodes open and can be walked by keyboard', async ({ page }) => {
  test.setTimeout(90_000);
  const names = Array.from({ length: 498 }, (_, index) => `Step ${index + 1}`);
  const built = await savedPipeline('Five hundred', names);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const source = graphOf(page).getByRole('button', { name: /^Source/ });
  await expect(source).toBeVisible({ timeout: 20_000 });
  await source.focus();
  for (let step = 1; step <= 5; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(nodeOf(page, `Step ${step}`)).toBeFocused();
  }
  await page.keyboard.press('End');
  await expect(graphOf(page).getByRole('button', { name: /^Destination/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: /^File of/ })).toBeVisible();
});

test('a list of 1,000 pipelines stays usable', async ({ page }) => {
  test.setTimeout(90_000);
  const { api, siteId, product } = running;
  const there = (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pagination.totalCount;
  const missing = Array.from(
    { length: 1000 - there },
    (_, index) => `Filler ${String(index).padStart(4, '0')}`,
  );
  while (missing.length > 0) {
    const batch = missing.splice(0, 20);
    await Promise.all(
      batch.map((name) => api.call('createPipeline', { body: { pipeline: { siteId, name } } })),
    );
  }
  await page.goto(`${product.url}/pipelines`);
  const list = page.getByRole('grid', { name: 'Pipelines' });
  await expect(list).toHaveAttribute('aria-rowcount', '1001', { timeout: 20_000 });
  expect(await list.getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('/');
  await page.keyboard.type('filler 0777');
  await expect(list).toHaveAttribute('aria-rowcount', '2');
  await expect(rowOf(page, 'Pipelines', 'Filler 0777')).toBeVisible();
  await openPalette(page);
  await choose(page, 'Filler 0555');
  await expect(page.getByRole('heading', { name: 'Filler 0555', level: 1 })).toBeVisible();
});
