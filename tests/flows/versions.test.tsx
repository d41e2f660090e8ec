import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { nodeOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { openPalette, paletteOf, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, toast } from '../e2e/support/screen.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';

test.use({ expectedFaults: refused(412) });

const running = productOfFile();
banMouseInFile();
// A long flow.
test.setTimeout(180_000);

const TRIM = 'Trim';
let made = 0;

async function makePipeline(name: string): Promise<Built> {
  made += 1;
  return buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `Source ${made}`, templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [
      { name: 'Parse', templateId: 'parse_json', config: {} },
      { name: TRIM, templateId: 'remove_fields', config: { fields: ['user_agent'] } },
    ],
    sinks: [
      {
        name: `File ${made}`,
        templateId: 'file',
        config: { path: join(running.product.dataFolder, `versions-${made}.ndjson`), format: 'ndjson' },
      },
    ],
  });
}

const open = (page: Page, { pipelineId }: Built, query = '') =>
  page.goto(`${running.product.url}/pipelines/${pipelineId}${query}`);
const versionsOf = async ({ pipelineId }: Built) =>
  (await running.api.call('listVersions', { path: { pipelineId } })).versions;
const versionRow = (page: Page, version: number) => rowOf(page, 'Versions', `v${version}`);

async function pressOnNode(page: Page, name: string, keys: string): Promise<void> {
  await nodeOf(page, name).focus();
  await page.keyboard.press(keys);
}

async function nameVersion(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Version Name' });
  await field.focus();
  await typeInto(page, field, name);
}

async function saveDraft(page: Page, versionName: string, version: number): Promise<void> {
  await nameVersion(page, versionName);
  await page.keyboard.press('Control+s');
  await expect(
    page.getByRole('combobox', { name: new RegExp(`Base.*v${version} - ${versionName}`) }),
  ).toBeVisible();
  // Out of the field of the name.
  await page.keyboard.press('Escape');
}

test('a chosen version is shown until editing ends [R4-42, R4-52]', async ({ page }) => {
  const built = await makePipeline('Chosen');
  await deployPipeline(running.api, built);
  await open(page, built, '?mode=edit');
  await pressOnNode(page, TRIM, 'Delete');
  await saveDraft(page, 'short', 2);
  await page.keyboard.press('Escape');
  await expect(nodeOf(page, TRIM)).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/version=2/);
  await expect(versionRow(page, 2)).toContainText('Shown');
  await expect(nodeOf(page, TRIM)).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Version Name' })).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(nodeOf(page, TRIM)).toBeVisible();
  await expect(page).not.toHaveURL(/version=2/);
});

test('what is not saved forbids a restore, and says so [R4-90]', async ({ page }) => {
  const built = await makePipeline('Refused');
  await deployPipeline(running.api, built);
  await open(page, built, '?mode=edit&versions=1');
  await pressOnNode(page, TRIM, 'Shift+X');
  await expect(nodeOf(page, TRIM)).toHaveAccessibleName(/disabled/i);
  await openPalette(page);
  await page.keyboard.type('Restore version');
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(
    'Save or discard the changes first',
  );
});

test('overtaken while it is reviewed, a restore is reviewed again against theirs', async ({ page }) => {
  const built = await makePipeline('Overtaken');
  const { pipelineId, sourceId, transformIds, sinkIds } = built;
  const [parse = ''] = transformIds;
  const saveShort = (ifMatch: number, name: string, disabled = false) =>
    running.api.call('saveGraph', {
      ifMatch,
      body: {
        pipelineId,
        edges: { [sourceId]: { nodeIds: [parse] }, [parse]: { nodeIds: sinkIds } },
        metaInfo: disabled ? { [parse]: { disabled } } : {},
        versionInfo: { pipelineId, name },
      },
    });
  await deployPipeline(running.api, built);
  await saveShort(1, 'short');
  await open(page, built, '?versions=1');
  await expect(versionRow(page, 2)).toContainText('short');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+V');
  const dialog = page.getByRole('dialog', { name: 'Restore v1' });
  await expect(dialog).toContainText('since v2');
  await saveShort(2, 'theirs', true);
  await tabTo(page, dialog.getByRole('button', { name: 'Restore v1' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('v3 was saved by someone else');
  await expect(dialog).toContainText('since v3');
  await expect(dialog).toContainText('Enabled');
  await tabTo(page, dialog.getByRole('button', { name: 'Restore v1' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'v1 restored as v4')).toBeVisible();
  expect((await versionsOf(built)).map(({ name }) => name)).toEqual(['Restored v1', 'theirs', 'short', '']);
});

const nodeNames = async ({ pipelineId }: Built, graphVersion: number) => {
  const { graph } = await running.api.call('getGraph', { path: { pipelineId, graphVersion } });
  return { graph, names: Object.values(graph.nodes).map(({ name }) => name) };
};

/** Opens the form of a node and renames it, while someone else saves notes as version 2. */
async function renameWhileSaved(page: Page, built: Built, notes: (built: Built) => string): Promise<Locator> {
  await open(page, built, '?mode=edit');
  await nodeOf(page, 'Parse').press('Enter');
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
  await typeInto(page, name, 'Parse, mine');
  const { pipelineId } = built;
  const { graph } = await nodeNames(built, 1);
  await running.api.call('saveGraph', {
    ifMatch: 1,
    body: {
      pipelineId,
      edges: graph.edges,
      metaInfo: { [notes(built)]: { notes: 'theirs' } },
      versionInfo: { pipelineId, name: 'theirs' },
    },
  });
  await runByPalette(page, 'Save as draft');
  return name;
}

test('a version saved by someone else keeps my edit [E2]', async ({ page }) => {
  const built = await makePipeline('Edited by two');
  const name = await renameWhileSaved(page, built, ({ transformIds }) => transformIds[0] ?? '');
  const conflict = page.getByRole('dialog', { name: 'Someone else saved this pipeline' });
  await expect(conflict).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(conflict).toBeHidden();
  await expect(name).toHaveValue('Parse, mine');
  await runByPalette(page, 'Save as draft');
  await conflict.getByRole('button', { name: 'Save mine' }).press('Enter');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  expect(await running.api.pipeline(built.pipelineId)).toMatchObject({ latestGraphVersion: 3 });
  expect((await nodeNames(built, 3)).names).toContain('Parse, mine');
});

test('a version of someone else is merged with my changes to other nodes [R4-134]', async ({ page }) => {
  const built = await makePipeline('Edited by two, apart');
  const name = await renameWhileSaved(page, built, ({ sourceId }) => sourceId);
  await expect(toast(page, /Your changes were merged with v2, saved by .+ meanwhile/)).toBeVisible();
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toHaveValue('Parse, mine');
  const { graph, names } = await nodeNames(built, 3);
  expect(names).toContain('Parse, mine');
  expect(graph.metaInfo[built.sourceId]?.notes).toBe('theirs');
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

  const built = await makePipeline('Saved once');
  await open(page, built, '?mode=edit');
  await typeInto(page, page.getByRole('textbox', { name: 'Description', exact: true }), 'changed');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  const { latestGraphVersion } = await running.api.pipeline(built.pipelineId);
  expect(latestGraphVersion).toBeLessThanOrEqual(2);
});
