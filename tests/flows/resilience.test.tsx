import type { Page } from '@playwright/test';
import { nodeOf } from '../e2e/support/graph.ts';
import { typeInto } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, toast } from '../e2e/support/screen.ts';
import { expect, test } from '../e2e/support/test.ts';
import { type Built, buildPipeline } from '../harness/pipelines.ts';

const running = productOfFile();

let made = 0;

async function savedPipeline(name: string): Promise<Built> {
  made += 1;
  return buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `Source of ${made}`, templateId: 'generator', config: { eventsPerSecond: 50 } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: `Nowhere of ${made}`, templateId: 'blackhole', config: {} }],
  });
}

const editorOf = (page: Page, { pipelineId }: Built) =>
  page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
const descriptionField = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });

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
