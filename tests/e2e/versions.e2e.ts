// Slow: deploys versions one after the other, also in two browsers at once.
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

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
const pipelineOf = async ({ pipelineId }: Built) =>
  (await running.api.call('getPipeline', { path: { pipelineId } })).pipeline;
const graphOf = async ({ pipelineId }: Built, graphVersion: number) =>
  (await running.api.call('getGraph', { path: { pipelineId, graphVersion }, query: {} })).graph;
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

test('three versions made, compared, restored and deployed by keyboard alone [R3-17, R4-42 … R4-56]', async ({
  page,
}) => {
  const built = await makePipeline('History');
  await deployPipeline(running.api, built);
  await open(page, built, '?mode=edit');
  await pressOnNode(page, TRIM, 'Shift+X');
  await saveDraft(page, 'not trimmed', 2);
  await pressOnNode(page, TRIM, 'Delete');
  await saveDraft(page, 'no trim', 3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit Pipeline' })).toBeVisible();

  await page.keyboard.press('v');
  await expect(page).toHaveURL(/versions=1/);
  await expect(versionRow(page, 3)).toContainText('no trim');
  await expect(versionRow(page, 3)).toContainText('1 node removed');
  await expect(versionRow(page, 2)).toContainText('1 node changed');
  await expect(versionRow(page, 1)).toContainText('4 nodes added');
  await expect(versionRow(page, 1)).toContainText('Deployed');
  await expect(versionRow(page, 2)).toContainText('local@localhost');
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeFocused();

  await page.keyboard.press('End');
  await page.keyboard.press('x');
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/compare=1\.\.3/);
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('button', { name: `Removed: ${TRIM}` })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Compared graphs' })).toContainText('Removed');
  await page.keyboard.press('Enter');
  const compared = page.getByRole('group', { name: /^Comparison/ });
  await expect(compared.getByRole('button', { name: new RegExp(`^[^,]+, ${TRIM},`) })).toBeFocused();
  await page.reload();
  await expect(changes).toContainText('user_agent');

  await tabTo(page, changes.getByRole('button').first());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Versions' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+V');
  const dialog = page.getByRole('dialog', { name: 'Restore v1' });
  await expect(dialog).toContainText('saved as v4');
  await expect(dialog.getByRole('listitem').filter({ hasText: `Added: ${TRIM}` })).toContainText(
    'user_agent',
  );
  await typeInto(page, dialog.getByRole('textbox', { name: 'Version Name' }), 'trimmed again');
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Deploy it afterwards' }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Restore and deploy v1' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'v1 restored as v4')).toBeVisible();
  await expect(toast(page, 'Pipeline scheduled for deployment')).toBeVisible();
  await expect(versionRow(page, 4)).toContainText('trimmed again');
  await expect(versionRow(page, 4)).toContainText('1 node added');
  await expect(versionRow(page, 4)).toContainText('Deployed');

  expect((await pipelineOf(built)).deployedGraphVersion).toBe(4);
  const [first, last] = [await graphOf(built, 1), await graphOf(built, 4)];
  expect(last).toEqual({ ...first, version: 4 });
  expect(await versionsOf(built)).toHaveLength(4);
});

test.describe('two people edit one pipeline', () => {
  let contexts: BrowserContext[] = [];
  test.afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
  });

  /** Both edit v1: one saves a disabled node, the other then saves its deletion. */
  async function conflict(
    page: Page,
    name: string,
    browser: NonNullable<ReturnType<BrowserContext['browser']>>,
  ) {
    const built = await makePipeline(name);
    await deployPipeline(running.api, built);
    const context = await browser.newContext();
    contexts.push(context);
    const other = await context.newPage();
    for (const one of [page, other]) {
      await open(one, built, '?mode=edit');
      await expect(nodeOf(one, TRIM)).toBeVisible();
    }
    await pressOnNode(page, TRIM, 'Delete');
    await nameVersion(page, 'mine');
    await pressOnNode(other, TRIM, 'Shift+X');
    await saveDraft(other, 'theirs', 2);
    await page.bringToFront();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Someone else saved this pipeline' });
    await expect(dialog.getByRole('region', { name: 'Theirs' })).toContainText('v2 - theirs');
    await expect(dialog.getByRole('region', { name: 'Theirs' })).toContainText('Disabled');
    await expect(dialog.getByRole('region', { name: 'Theirs' })).toContainText('You changed it too');
    await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText(`Removed: ${TRIM}`);
    await expect(dialog.getByRole('region', { name: 'Mine' })).toContainText(
      `Saving mine makes v3 and undoes theirs: '${TRIM}'`,
    );
    return { built, dialog };
  }

  test('mine is saved after theirs, and both are in the history', async ({ page, browser }) => {
    const { built, dialog } = await conflict(page, 'Mine', browser);
    await tabTo(page, dialog.getByRole('button', { name: 'Save mine' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
    expect((await versionsOf(built)).map(({ name }) => name)).toEqual(['mine', 'theirs', '']);
    expect(Object.values((await graphOf(built, 2)).metaInfo)).toContainEqual({ disabled: true });
    expect(Object.values((await graphOf(built, 3)).nodes).map(({ name }) => name)).not.toContain(TRIM);
  });

  test('going on with editing loses nothing; taking theirs shows it', async ({ page, browser }) => {
    const { built, dialog } = await conflict(page, 'Theirs', browser);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(nodeOf(page, TRIM)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Version Name' })).toHaveValue('mine');
    await page.keyboard.press('Control+s');
    await tabTo(page, dialog.getByRole('button', { name: 'Use theirs' }));
    await page.keyboard.press('Enter');
    await expect(nodeOf(page, TRIM)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Version Name' })).toHaveCount(0);
    expect((await versionsOf(built)).map(({ name }) => name)).toEqual(['theirs', '']);
  });
});
