import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { nodeOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { choose, openPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { expect, SERVICE_GONE, test } from '../e2e/support/test.ts';
import { buildPipeline } from '../harness/pipelines.ts';

test.use({ expectedFaults: SERVICE_GONE });

banMouseInFile();
const running = productOfFile();

const ids = { source: '', archive: '', keep: '' };
test.beforeAll(async () => {
  const { api, siteId } = running;
  const make = async (
    kind: 'createSource' | 'createSink',
    name: string,
    templateId: string,
    config: object,
  ) => {
    const entity = { name, siteId, templateId, config: { ...config } };
    const body = kind === 'createSource' ? { source: entity } : { sink: entity };
    return (await api.call(kind, { body } as never)).id;
  };
  ids.source = await make('createSource', 'Web server', 'tcp', { port: 24791 });
  const path = join(running.product.dataFolder, 'raw.ndjson');
  ids.archive = await make('createSink', 'Raw archive', 'file', { path });
  ids.keep = await make('createSink', 'Kept', 'blackhole', {});
});

const panel = (page: Page) => page.getByRole('region', { name: 'Start of the pipeline' });

async function openCreate(page: Page, query = ''): Promise<void> {
  await page.goto(`${running.product.url}/pipelines/create${query}`);
  await expect(panel(page)).toBeVisible();
}

async function chooseStart(page: Page, name: string): Promise<void> {
  await tabTo(page, panel(page).getByRole('radio', { checked: true }));
  const wanted = panel(page).getByRole('radio', { name });
  for (let presses = 0; presses < 12 && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

test('source and archive of the address are chosen, archived once saved [R3-11]', async ({ page }) => {
  await openCreate(page, `?sourceConfig=${ids.source}&sourceArchivalConfig=${ids.archive}`);
  await expect(panel(page).getByRole('combobox', { name: 'Source', exact: true })).toContainText(
    'Web server',
  );
  await expect(panel(page).getByRole('combobox', { name: 'Archive raw events' })).toContainText(
    'Raw archive',
  );
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Web server')).toBeVisible();
  await expect(nodeOf(page, 'Raw archive')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(panel(page)).toBeVisible();
  const archivalOf = async () =>
    (await running.api.call('getSource', { path: { id: ids.source } })).source.archivalSinkId;
  expect(await archivalOf()).toBeUndefined();
  await tabTo(page, panel(page).getByRole('checkbox', { name: /Kept/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Kept')).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: /^Name/ }));
  await page.keyboard.type('Archived');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Source updated successfully.')).toBeVisible();
  expect(await archivalOf()).toBe(ids.archive);
});

test('a source type in the address opens its form', async ({ page }) => {
  await openCreate(page, '?sourceConfig=syslog');
  const dialog = page.getByRole('dialog', { name: 'New Syslog source' });
  await expect(dialog.getByRole('combobox', { name: 'Transport' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('transforms handed over from another pipeline come once [R4-82, R4-83]', async ({ page }) => {
  const { api, siteId } = running;
  const config = { fields: ['mac'] };
  const { pipelineId } = await buildPipeline(api, siteId, {
    name: 'Giver',
    source: { name: 'Giver in', templateId: 'tcp', config: { port: 24792 } },
    transforms: [{ name: 'Drop health checks', templateId: 'remove_fields', config }],
    sinks: [{ name: 'Giver out', templateId: 'blackhole', config: {} }],
  });
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  const node = nodeOf(page, 'Drop health checks');
  await expect(node).toBeVisible();
  await node.focus();
  await openPalette(page);
  await choose(page, 'New pipeline from these transforms');
  await expect(panel(page).getByRole('radio', { name: 'The selected transforms' })).toBeChecked();
  expect(await page.evaluate(() => sessionStorage.getItem('penstock.createTransforms'))).toBeNull();
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Drop health checks')).toBeVisible();
});

test('a definition goes to the editor; missing parts are named', async ({ page }) => {
  await openCreate(page);
  await chooseStart(page, 'From a file or text');
  await tabTo(page, panel(page).getByRole('button', { name: 'Paste or choose the text' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start from a definition' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(
    [
      'format: penstock/v2',
      'pipelines:',
      '  - name: From text',
      '    graph:',
      '      - {source: Web server, to: [Read]}',
      '      - {transform: Read, type: parse_json, to: [Kept, Nowhere]}',
    ].join('\n'),
  );
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(panel(page).getByRole('status')).toContainText("This site has no 'Nowhere'");
  await page.keyboard.press('Control+Enter');
  for (const name of ['Web server', 'Read', 'Kept']) await expect(nodeOf(page, name)).toBeVisible();
});

test('a second save resumes an interrupted creation [R4-81, R4-85]', async ({ page }) => {
  const asked: string[] = [];
  let isCut = true;
  await page.route(/\/v1\/(pipeline|transforms|pipeline-graph)$/, (route) => {
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    if (call.startsWith('GET')) return route.continue();
    asked.push(call);
    return isCut && call === 'POST /v1/transforms' ? route.abort('connectionfailed') : route.continue();
  });
  await openCreate(page, `?sourceConfig=${ids.source}`);
  await chooseStart(page, 'Web access logs');
  await tabTo(page, panel(page).getByRole('checkbox', { name: /Kept/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await typeInto(page, page.getByRole('textbox', { name: /^Name/ }), 'Cut off');

  await page.keyboard.press('Control+s');
  await expect(toast(page, /The service cannot be reached/)).toBeVisible();
  await expect(page).toHaveURL(/\/pipelines\/create/);
  isCut = false;
  const save = page.getByRole('button', { name: 'Save pipeline', exact: true });
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/pipelines\/3\d{17}/);
  const transforms = 'POST /v1/transforms';
  expect(asked).toEqual(['POST /v1/pipeline', transforms, transforms, 'PUT /v1/pipeline-graph']);
});

test('the start can be skipped for an empty graph [R2.1-08]', async ({ page }) => {
  await openCreate(page);
  await tabTo(page, panel(page).getByRole('button', { name: 'Start with an empty graph' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The graph is empty' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('My Pipeline');
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue('');
  for (const name of ['Choose source', 'Choose destination'])
    await expect(page.getByRole('main').getByRole('button', { name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save pipeline', exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Ways to save', exact: true }));
  await page.keyboard.press('Enter');
  for (const name of ['Save as draft', 'Deploy'])
    await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toBeVisible();
});

test('an empty graph takes the focus and names a source type', async ({ page }) => {
  await openCreate(page);
  await tabTo(page, panel(page).getByRole('button', { name: 'Start with an empty graph' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Choose source' })).toBeFocused();
  await page.keyboard.press('Enter');
  await choose(page, 'generator', 'New source: Data generator');
  const dialog = page.getByRole('dialog', { name: 'New Data generator source' });
  await expect(dialog.getByRole('textbox', { name: /Events per second/ })).toBeVisible();
  await page.keyboard.type('Made up');
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Made up')).toBeFocused();
});
