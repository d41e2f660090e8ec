import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { webAccess } from '../../src/contract/starting-points/web-access.ts';
import { buildPipeline } from '../harness/pipelines.ts';
import { storedDrafts } from './support/drafts.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';

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
const pipelineCount = async () =>
  (await running.api.call('listPipelines', { query: { siteIds: [running.siteId] } })).pipelines.length;

async function openCreate(page: Page, query = ''): Promise<void> {
  await page.goto(`${running.product.url}/pipelines/create${query}`);
  await expect(panel(page)).toBeVisible();
}

/** Moves through the starting points by arrow until the one is chosen. */
async function chooseStart(page: Page, name: string): Promise<void> {
  await tabTo(page, panel(page).getByRole('radio', { checked: true }));
  const wanted = panel(page).getByRole('radio', { name });
  for (let presses = 0; presses < 12 && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

test('R2.1-07 R4-84 source, starting point, destination: a draft in the editor, saved by one key', async ({
  page,
}) => {
  await openCreate(page);
  await expect(
    panel(page).getByRole('button', { name: 'Put it into the editor' }),
  ).toHaveAccessibleDescription('Choose a source, a starting point or a destination');
  const source = panel(page).getByRole('combobox', { name: 'Source', exact: true });
  await tabTo(page, source);
  await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { name: /Web server/ });
  await expect(option).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(source).toContainText('Web server');
  await chooseStart(page, 'Web access logs');
  const start = panel(page).getByRole('group', { name: 'Starting point' });
  await expect(start.getByRole('status')).toContainText('Read access line');
  await tabTo(page, panel(page).getByRole('checkbox', { name: /Kept/ }));
  await page.keyboard.press('Space');
  await expect(panel(page).getByRole('checkbox', { name: /Kept/ })).toBeChecked();
  await page.keyboard.press('Control+Enter');

  for (const { name } of webAccess.transforms) await expect(nodeOf(page, name)).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Web access logs');
  expect(await pipelineCount()).toBe(0);

  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/pipelines\/3\d{17}/);
  const [pipeline] = (await running.api.call('listPipelines', { query: { siteIds: [running.siteId] } }))
    .pipelines;
  const pipelineId = pipeline?.id ?? '';
  const { graph } = await running.api.call('getGraph', { path: { pipelineId, graphVersion: 1 }, query: {} });
  const chain: string[] = [];
  for (let id: string | undefined = ids.source; id !== undefined; id = graph.edges[id]?.nodeIds[0])
    chain.push(graph.nodes[id]?.name ?? '');
  expect(chain).toEqual(['Web server', ...webAccess.transforms.map(({ name }) => name), 'Kept']);
});

test('R3-11 source and archive of the address are chosen; undone, nothing is archived; saved, it is', async ({
  page,
}) => {
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

test('R3-11 E18 the source in the address is asked for while a draft of another pipeline waits, and both are kept', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await openCreate(page);
  await chooseStart(page, 'Web access logs');
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Read access line')).toBeVisible();
  await typeInto(page, page.getByRole('textbox', { name: /^Name/ }), 'Begun before');
  await expect.poll(() => storedDrafts(page)).toContain('Begun before');

  const query = `?sourceConfig=${ids.source}`;
  await openCreate(page, query);
  const chosen = panel(page).getByRole('combobox', { name: 'Source', exact: true });
  await expect(chosen).toContainText('Web server');
  const waiting = panel(page).getByRole('region', { name: 'Unsaved pipelines' });
  await expect(waiting).toContainText(/Begun before \(\d nodes/);
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Web server')).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toContain('Web server');

  // The draft of this address comes back at it, and says that the other one waits.
  await page.goto(`${running.product.url}/pipelines/create${query}`);
  await expect(nodeOf(page, 'Web server')).toBeVisible();
  await expect(toast(page, /were restored\. Another new pipeline, 'Begun before', waits/)).toBeVisible();
  await runByPalette(page, 'Open an unsaved new pipeline', 'Begun before');
  await expect(nodeOf(page, 'Read access line')).toBeVisible();
  await expect(page).toHaveURL(/\/pipelines\/create$/);
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Begun before');
  await expect(nodeOf(page, 'Web server')).toHaveCount(0);
});

test('a type of source in the address opens the form of a new source of that type', async ({ page }) => {
  await openCreate(page, '?sourceConfig=syslog');
  const dialog = page.getByRole('dialog', { name: 'New source' });
  await expect(dialog.getByRole('combobox', { name: 'Framing' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('R4-82 R4-83 transforms handed over from another pipeline come once', async ({ page }) => {
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

test('a definition is put into the editor; what the site does not have is told', async ({ page }) => {
  await openCreate(page);
  await chooseStart(page, 'From a file or text');
  await tabTo(page, panel(page).getByRole('button', { name: 'Paste or choose the text' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start from a definition' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(
    [
      'format: penstock/v1',
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

test('R4-81 R4-85 the second save of a creation that was cut off goes on with the pipeline it made', async ({
  page,
}) => {
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

test('R2.1-08 the start can be left out: an empty graph with its pickers, name, description and Save pipeline are there at once', async ({
  page,
}) => {
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

test('an empty graph takes the focus, and a new source is made by naming its type', async ({ page }) => {
  await openCreate(page);
  await tabTo(page, panel(page).getByRole('button', { name: 'Start with an empty graph' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Choose source' })).toBeFocused();
  await page.keyboard.press('Enter');
  await choose(page, 'generator', 'New source: Data generator');
  const dialog = page.getByRole('dialog', { name: 'New source' });
  await expect(dialog.getByRole('textbox', { name: /Events per second/ })).toBeVisible();
  await page.keyboard.type('Made up');
  await page.keyboard.press('Control+Enter');
  await expect(nodeOf(page, 'Made up')).toBeFocused();
});
