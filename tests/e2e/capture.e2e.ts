// Slow: captures run in a deployed pipeline, some in two windows.
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

const LINES = ['{"level":"debug","user":{"id":7},"text":"a"}', '{"level":"info","user":{"id":8},"text":"b"}'];
const PARSE = 'Parse';

async function build(name: string): Promise<Built & { port: number }> {
  const { api, siteId } = running;
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name,
    source: { name: `In ${name}`, templateId: 'http_server', config: { port } },
    transforms: [{ name: PARSE, templateId: 'parse_json', config: {} }],
    sinks: [{ name: `Out ${name}`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
  return { ...built, port };
}

const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function startCapture(page: Page, where: string): Promise<void> {
  const dialog = dialogOf(page, 'Capture events');
  await expect(dialog.getByRole('combobox', { name: 'Where' })).toHaveText(new RegExp(`^${where}`));
  const start = dialog.getByRole('button', { name: /^Capture/ });
  await expect(start).toBeEnabled();
  await tabTo(page, start);
  await page.keyboard.press('Enter');
}

test('a capture is visible to other sessions, with its author', async ({ page, browser }) => {
  const built = await build('Shared');
  const url = `${running.product.url}/pipelines/${built.pipelineId}`;
  await page.goto(url);
  await nodeOf(page, PARSE).press('l');
  await startCapture(page, PARSE);
  await expect(previewOf(page)).toContainText(`Capturing at ${PARSE}: 0 of 100 events`);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(url);
  await nodeOf(other, PARSE).press('l');
  const dialog = dialogOf(other, 'Capture events');
  await expect(dialog).toContainText('Running, started by Local administrator');
  await tabTo(other, dialog.getByRole('button', { name: 'Use its events' }));
  await other.keyboard.press('Enter');
  await fetch(`http://127.0.0.1:${built.port}/`, { method: 'POST', body: LINES.join('\n') });
  for (const one of [page, other]) await expect(previewOf(one)).toContainText('2 of 100 events');
  await runByPalette(page, 'Stop the capture');
  for (const one of [page, other])
    await expect(previewOf(one)).toContainText(`Captured at ${PARSE}, 2 events`);
  const events = previewOf(page).getByRole('listbox', { name: `Events at ${PARSE}` });
  await expect(events.getByRole('option')).toHaveCount(2);
  await expect(events.getByRole('option').first()).toHaveAccessibleName(/^Event 1: \{"level":"debug"/);
  await expect(previewOf(page)).toContainText(`Events as they left ${PARSE}`);
  await context.close();
});

test('Enter pressed while the running version is read captures as soon as it was', async ({ page }) => {
  const built = await build('Early');
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, PARSE)).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graph/1', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('l');
  const start = dialogOf(page, 'Capture events').getByRole('button', { name: /^Capture/ });
  await expect(start).toBeFocused();
  await expect(start).toBeDisabled();
  await page.keyboard.press('Enter');
  release();
  await expect(previewOf(page)).toContainText('Capturing at In Early: 0 of 100 events');
});

test('a capture counts events only once the service has begun it', async ({ page }) => {
  const built = await build('Begun');
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, PARSE)).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/pipeline/capture', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('l');
  await expect(dialogOf(page, 'Capture events').getByRole('button', { name: /^Capture/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(previewOf(page)).toContainText('Starting the capture at In Begun');
  await expect(previewOf(page)).not.toContainText('of 100 events');
  release();
  await expect(previewOf(page)).toContainText('Capturing at In Begun: 0 of 100 events');
});

test('a capture is proposed at the selected node, and ends alone', async ({ page }) => {
  const built = await build('Places');
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const where = dialogOf(page, 'Capture events').getByRole('combobox', { name: 'Where' });
  await test.step('the source while no node is selected', async () => {
    await expect(nodeOf(page, PARSE)).toBeVisible();
    await page.keyboard.press('l');
    await expect(where).toHaveText(/^In Places \(source\)/);
    await page.keyboard.press('Escape');
    await expect(where).toBeHidden();
  });
  await test.step('the nearest running node before a destination, and why', async () => {
    await nodeOf(page, 'Out Places').press('l');
    await expect(where).toHaveText(new RegExp(`^${PARSE}`));
    await expect(where).toHaveAccessibleDescription(/'Out Places' is a destination and passes nothing on/);
    await page.keyboard.press('Escape');
    await expect(where).toBeHidden();
  });
  await test.step('nearest before a step that is not deployed; the time is up without an event', async () => {
    await nodeOf(page, PARSE).focus();
    await runByPalette(page, 'Add after', 'Sample');
    await expect(nodeOf(page, 'Sample')).toBeFocused();
    await page.keyboard.press('l');
    await expect(where).toHaveText(new RegExp(`^${PARSE}`));
    await expect(where).toHaveAccessibleDescription(/'Sample' does not run in v1; 'Parse' is the nearest/);
    await typeInto(page, dialogOf(page, 'Capture events').getByRole('textbox', { name: 'For at most' }), '1');
    await startCapture(page, PARSE);
    await expect(previewOf(page).getByRole('alert')).toContainText('The capture gave no events.');
  });
});

test('a destination leads to the insights of what arrives there [R6-19, R6-20]', async ({ page }) => {
  const { sinkIds } = await build('Arriving');
  await page.goto(`${running.product.url}/destinations?destination=${sinkIds[0]}`);
  const analyze = page.getByRole('button', { name: 'Analyze what arrives' });
  await tabTo(page, analyze);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Data Insights' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main')).toContainText(`Capturing what leaves ${PARSE}`);
});
