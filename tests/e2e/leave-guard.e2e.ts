import { type Dialog, expect, type Page, test } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf } from './support/graph.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { folderWithSites } from './support/sites.ts';

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

/** The editor with one change of the graph, come to from the list of pipelines. */
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
  test(`R4-90 … R4-93, E18: leaving by ${way} asks; Cancel keeps the changes, Discard drops them`, async ({
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

test('R4-93: Cancel leaves the history as it was, Discard takes the very step that was asked about', async ({
  page,
}) => {
  const places = () =>
    page.evaluate(() => {
      const entries = window.navigation.entries().map(({ url }) => new URL(url ?? '').pathname.split('/')[1]);
      return [...entries, window.navigation.currentEntry?.index];
    });
  await openChanged(page);
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Parse copy')).toHaveCount(0);
  await runByPalette(page, 'Destinations');
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
  await page.goBack();
  await nodeOf(page, 'Parse').press('d');
  await expect(nodeOf(page, 'Parse copy')).toBeFocused();
  const before = ['pipelines', 'pipelines', 'destinations', 1];
  await expect.poll(places).toEqual(before);
  await page.evaluate(() => history.forward());
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect.poll(places).toEqual(before);
  await page.evaluate(() => history.forward());
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
  await expect.poll(places).toEqual(['pipelines', 'pipelines', 'destinations', 2]);
});

test('R4-94, R4-95: the browser asks before the page is closed, and not when nothing is unsaved', async ({
  page,
}) => {
  await openChanged(page);
  const asked: string[] = [];
  const answer = (dialog: Dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  };
  page.on('dialog', (dialog) => void answer(dialog));
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(page.isClosed()).toBe(false);
  await expect(nodeOf(page, 'Parse copy')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Parse copy')).toHaveCount(0);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toHaveLength(1);
});

test('E18: what is typed in the form of a node asks too, before the field is left', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?site=${siteId}`);
  await nodeOf(page, 'Parse').press('Enter');
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name', exact: true });
  await name.press('End');
  await page.keyboard.type(' all');
  await runByPalette(page, 'Destinations');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Parse all');
});

const typed = 'A source that nobody saved';
const nameField = (page: Page) => page.getByRole('form').getByRole('textbox', { name: 'Name', exact: true });

/** The form of a new source with something typed, come to from the list of pipelines. */
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
  test(`E18: a form of a source left by ${way} asks; Cancel keeps what was typed, Discard drops it`, async ({
    page,
  }) => {
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
    if (way === 'another form') await expect(nameField(page)).toHaveValue('');
  });

test('E18: closing the page with a changed destination makes the browser ask', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?site=${siteId}`);
  await runByPalette(page, 'Add Destination of Type', 'Blackhole');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('x');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(nameField(page)).toHaveValue('x');
});
