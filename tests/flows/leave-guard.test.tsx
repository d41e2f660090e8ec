// Slow: leaves the editor and forms by every way there is.
import type { Page } from '@playwright/test';
import { nodeOf } from '../e2e/support/graph.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { folderWithSites } from '../e2e/support/sites.ts';
import { expect, test } from '../e2e/support/test.ts';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';

const running = productOfFile({
  makeDataFolder: () => folderWithSites([{ name: 'Harbour' }, { name: 'Quarry' }]),
});

let siteId = '';
let pipelineId = '';
test.beforeAll(async () => {
  const { sites } = await running.api.call('listSites');
  siteId = sites.find(({ name }) => name === 'Harbour')?.id ?? '';
  const built = await buildPipeline(running.api, siteId, {
    name: 'Cranes',
    source: { name: 'Sensors', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Kept', templateId: 'blackhole', config: {} }],
  });
  pipelineId = built.pipelineId;
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard Changes' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function openChanged(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/pipelines?site=${siteId}`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await runByPalette(page, 'Open pipeline', 'Cranes');
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('d');
  await expect(nodeOf(page, 'Parse copy')).toBeFocused();
}

const WAYS: [string, (page: Page) => Promise<unknown>, RegExp][] = [
  ['a link', (page) => sidebar(page).getByRole('link', { name: 'Sources' }).click(), /\/sources/],
  ['the history', (page) => page.evaluate(() => history.back()), /\/pipelines(\?|$)/],
  [
    'a key',
    async (page) => {
      await nodeOf(page, 'Parse copy').focus();
      await page.keyboard.press('g');
      await page.keyboard.press('t');
    },
    /\/destinations/,
  ],
  ['the palette', (page) => runByPalette(page, 'Dashboard'), /\/dashboard|\/$/],
  ['another site', (page) => runByPalette(page, 'Switch site', 'Quarry'), /\/pipelines\?.*site=/],
  ['logging out', (page) => runByPalette(page, 'Logout'), /\/dashboard|\/$/],
];

for (const [way, leave, there] of WAYS)
  test(`leaving by ${way} asks: Cancel keeps the changes, Discard drops them [R4-90 … R4-93, E18]`, async ({
    page,
  }) => {
    await openChanged(page);
    await leave(page);
    await expect(question(page)).toBeVisible();
    await expect(question(page)).toContainText(
      'There are unsaved changes made to pipeline Cranes. Do you want to discard these changes?',
    );
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(nodeOf(page, 'Parse copy')).toBeVisible();
    expect(page.url()).toContain(pipelineId);
    await leave(page);
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(there);
    await page.goto(`${running.product.url}/pipelines/${pipelineId}?site=${siteId}`);
    await expect(nodeOf(page, 'Parse')).toBeVisible();
    await expect(nodeOf(page, 'Parse copy')).toHaveCount(0);
  });

test('unsaved input in a node form asks too [E18]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?site=${siteId}`);
  await nodeOf(page, 'Parse').press('Enter');
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
  await name.press('End');
  await page.keyboard.type(' all');
  await runByPalette(page, 'Destinations');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Parse all');
  await runByPalette(page, 'Destinations');
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
});

const typed = 'A source that nobody saved';
const nameField = (page: Page) => page.getByRole('form').getByRole('textbox', { name: 'Name', exact: true });

async function openForm(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/pipelines?site=${siteId}`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await runByPalette(page, 'Add Source of Type', 'HTTP');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type(typed);
}

const FORM_WAYS: [string, (page: Page) => Promise<unknown>, RegExp][] = [
  ['a link', (page) => sidebar(page).getByRole('link', { name: 'Destinations' }).click(), /\/destinations/],
  ['the history', (page) => page.evaluate(() => history.back()), /\/pipelines(\?|$)/],
  ['the palette', (page) => runByPalette(page, 'Dashboard'), /\/dashboard|\/$/],
  ['another form', (page) => runByPalette(page, 'Add Source of Type', 'Syslog'), /create=syslog/],
  ['another site', (page) => runByPalette(page, 'Switch site', 'Quarry'), /site=/],
  ['logging out', (page) => runByPalette(page, 'Logout'), /\/dashboard|\/$/],
];

for (const [way, leave, there] of FORM_WAYS)
  test(`a source form left by ${way} asks: Cancel keeps, Discard drops [E18]`, async ({ page }) => {
    await openForm(page);
    await leave(page);
    await expect(question(page)).toContainText('There are unsaved changes.');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(nameField(page)).toHaveValue(typed);
    await leave(page);
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(there);
    await expect(page.getByText(typed)).toHaveCount(0);
    // The name that the other form proposes.
    if (way === 'another form') await expect(nameField(page)).toHaveValue('Syslog');
  });
