// Slow: waits until the service has noticed that a destination is gone.

import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { banMouseInFile, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(404, 409) });

const running = productOfFile();
banMouseInFile();

let sourcePort = 0;
let sourceId = '';
test.beforeAll(async () => {
  sourcePort = await freePort();
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Edge logs',
    source: { name: 'Edge', templateId: 'http_server', config: { port: sourcePort } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  sourceId = built.sourceId;
  await deployPipeline(running.api, built);
});

const formOf = (page: Page, name: string) => page.getByRole('form', { name });

test.describe('a new source by keyboard [R2.1-15, R2.3-02, R7-52, R8-37, R22]', () => {
  test('its type is chosen, and a taken port named', async ({ page }) => {
    await page.goto(`${running.product.url}/sources`);
    await expect(page.getByRole('grid', { name: 'Sources' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Source' })).toBeVisible();
    await page.keyboard.press('c');
    const types = page.getByRole('combobox', { name: 'Search types of source' });
    await expect(types).toBeFocused();
    await expect(page.getByRole('option', { name: /^Syslog\s*Can lose data/ })).toBeVisible();
    await page.keyboard.type('http');
    await expect(page.getByRole('option').first()).toContainText('HTTP');
    await page.keyboard.press('Enter');
    const form = formOf(page, 'New HTTP source');
    await expect(page).toHaveURL(/\/sources\?create=/);
    const port = form.getByRole('textbox', { name: 'Port' });
    await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Second');
    await typeInto(page, port, String(sourcePort));
    await expect(port).toHaveAccessibleDescription(new RegExp(`${sourcePort} is taken by the source 'Edge'`));
    await typeInto(page, port, String(await freePort()));
    await expect(port).not.toHaveAccessibleDescription(/is taken/);
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Source added successfully.')).toBeVisible();

    await page.keyboard.press('c');
    await expect(page.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveCount(1);
  });
});

test('the screen of a source shows health and takes events [R2.1-12]', async ({ page }) => {
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await expect(page.getByRole('heading', { name: 'Edge', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pipelines that use it' })).toContainText('Edge logs');
  const sendTo = page.getByRole('region', { name: 'Send to it' });
  await expect(sendTo.getByText(`http://127.0.0.1:${sourcePort}/`).first()).toBeVisible();
  await page.keyboard.press('l');
  const live = page.getByRole('region', { name: 'Live data' });
  await expect(live.getByRole('status')).toContainText('started by Local administrator');
  await expect(async () => {
    await fetch(`http://127.0.0.1:${sourcePort}/`, { method: 'POST', body: '{"seen":"here"}' });
    await expect(live.getByText('"seen":"here"').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(live.getByRole('button', { name: 'Stop capture' })).toBeVisible();
  await page.keyboard.press('l');
  await expect(live.getByRole('status')).toContainText('Stopped');
  await expect(page.getByText('Healthy')).toBeVisible();
});

test('the list shows unreachable destinations and their last event', async ({ page }) => {
  const port = await freePort();
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Into nothing',
    source: { name: 'Till', templateId: 'http_server', config: { port } },
    transforms: [],
    sinks: [
      { name: 'Gone', templateId: 'http', config: { url: `http://127.0.0.1:${await freePort()}/` } },
      { name: 'There', templateId: 'blackhole', config: {} },
    ],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/destinations`);
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('There')).toContainText('No data yet');
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"a":1}' });
  expect(answer.status).toBe(200);
  await expect(row('There')).toContainText(/Active.*(now|ago)/, { timeout: 60_000 });
  await expect(row('Gone')).toContainText('Failing', { timeout: 120_000 });
});

test('long names and empty results keep the layout [R2.1-13, R2.1-15]', async ({ page }) => {
  const { api, siteId, product } = running;
  const name = 'NeverEnding'.repeat(11);
  const sink = { siteId, name, templateId: 'blackhole', config: {} };
  const { id } = await api.call('createSink', { body: { sink } });
  await page.goto(`${product.url}/destinations?destination=${id}`);
  const panel = page.getByRole('complementary', { name });
  for (const button of ['Test', 'Close'])
    await expect(panel.getByRole('button', { name: button, exact: true })).toBeInViewport({ ratio: 1 });

  const source = { siteId, name, templateId: 'generator', config: {} };
  const { id: madeId } = await api.call('createSource', { body: { source } });
  await page.goto(`${product.url}/sources/${madeId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeInViewport({ ratio: 1 });

  await page.goto(`${product.url}/sources?create=choose`);
  const search = page.getByRole('combobox', { name: 'Search types of source' });
  await expect(search).toBeFocused();
  await page.keyboard.type('carrier pigeon');
  const told = page.getByText('No type matches.');
  await expect(told).toBeVisible();
  const [below, above] = await Promise.all([told.boundingBox(), search.boundingBox()]);
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeLessThan(120);
});

test('Enter and arrows act on a list just opened', async ({ page }) => {
  const list = page.getByRole('grid', { name: 'Sources' });
  const opened = /\/sources\/\d{18}$/;
  await page.goto(`${running.product.url}/sources`);
  await expect(list.getByRole('row', { name: /Edge/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(opened);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(title).toHaveText('Sources');
  await expect(list.getByRole('row', { name: /Edge/ })).toBeVisible();
  await expect(list).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(opened);
});
