// Slow: builds pipelines key by key, and opens the pickers at every width.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { webAccess } from '../../src/service/starting-points/web-access.ts';
import { storedDrafts } from './support/drafts.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { wordFaults } from './support/word-faults.ts';

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

async function chooseStart(page: Page, name: string): Promise<void> {
  await tabTo(page, panel(page).getByRole('radio', { checked: true }));
  const wanted = panel(page).getByRole('radio', { name });
  for (let presses = 0; presses < 12 && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

test('a draft from source, starting point and destination, saved by key [R2.1-07, R4-84]', async ({
  page,
}) => {
  await openCreate(page);
  await expect(panel(page).getByRole('button', { name: 'Open in editor' })).toHaveAccessibleDescription(
    'Choose a source, a starting point or a destination',
  );
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

test('the source of an address waits for another draft; both stay [R3-11, E18]', async ({ page }) => {
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

  await page.goto(`${running.product.url}/pipelines/create${query}`);
  await expect(nodeOf(page, 'Web server')).toBeVisible();
  await expect(toast(page, /were restored\. Another new pipeline, 'Begun before', is unsaved/)).toBeVisible();
  await runByPalette(page, 'Open an unsaved new pipeline', 'Begun before');
  await expect(nodeOf(page, 'Read access line')).toBeVisible();
  await expect(page).toHaveURL(/\/pipelines\/create$/);
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Begun before');
  await expect(nodeOf(page, 'Web server')).toHaveCount(0);
});

test('types to choose from keep their words whole at any width', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openCreate(page);
    await page.keyboard.press('Shift+S');
    await expect(page.getByRole('option', { name: /^New source: Syslog/ })).toBeVisible();
    expect.soft(await wordFaults(page), `${width} px`).toEqual([]);
  }
});
