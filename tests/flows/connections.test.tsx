import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';

test.use({ expectedFaults: refused(404, 409) });

const running = productOfFile();
banMouseInFile();

let sourceId = '';
let receiver: Server;
const received: string[] = [];
test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push(body);
      response.writeHead(202).end('queued');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Edge logs',
    source: { name: 'Edge', templateId: 'http_server', config: { port: await freePort() } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  sourceId = built.sourceId;
  await deployPipeline(running.api, built);
});
test.afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const receiverUrl = () => {
  const address = receiver.address();
  return address === null || typeof address === 'string' ? '' : `http://127.0.0.1:${address.port}/in`;
};
const formOf = (page: Page, name: string) => page.getByRole('form', { name });

async function deleteShown(page: Page, noun: 'source' | 'destination'): Promise<void> {
  await runByPalette(page, `Delete ${noun}`);
  const review = page.getByRole('dialog').getByRole('button', { name: `Delete ${noun}` });
  await tabTo(page, review);
  await page.keyboard.press('Enter');
}

test('saved and removed destinations and sources say so [R8-39 … R8-42]', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const made = formOf(page, 'New Blackhole destination');
  await typeInto(page, made.getByRole('textbox', { name: 'Name' }), 'Bin');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Destination added successfully.')).toBeVisible();
  const { siteId } = running;
  const { sinks } = await running.api.call('listSinks', { query: { siteIds: [siteId] } });
  const id = sinks.find(({ name }) => name === 'Bin')?.id ?? '';
  await page.goto(`${running.product.url}/destinations?destination=${id}`);
  const name = formOf(page, 'Bin').getByRole('textbox', { name: 'Name' });
  await typeInto(page, name, 'Bin of all');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Destination updated successfully.')).toBeVisible();
  await page.goto(`${running.product.url}/destinations?destination=${id}`);
  await expect(page.getByRole('complementary', { name: 'Bin of all' })).toBeVisible();
  await deleteShown(page, 'destination');
  await expect(toast(page, 'Destination successfully removed.')).toBeVisible();

  const spare = { siteId, name: 'Spare', templateId: 'generator', config: {} };
  const source = await running.api.call('createSource', { body: { source: spare } });
  await page.goto(`${running.product.url}/sources/${source.id}`);
  await expect(page.getByRole('heading', { name: 'Spare', level: 1 })).toBeVisible();
  await deleteShown(page, 'source');
  await expect(toast(page, 'Source successfully removed.')).toBeVisible();
});

test('what a pipeline uses is not deleted; the reason leads to that pipeline [R7-48]', async ({ page }) => {
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await expect(page.getByRole('heading', { name: 'Edge', level: 1 })).toBeVisible();
  const reason = "Used by 'Edge logs'; remove it from that pipeline first";
  const button = page.getByRole('button', { name: 'Delete source' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
  await runByPalette(page, 'Delete source');
  await expect(page.getByRole('heading', { name: 'Edge logs', level: 1 })).toBeVisible();
});

test('a destination is tested before it is saved', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?create=http`);
  const form = formOf(page, 'New HTTP destination');
  await typeInto(page, form.getByRole('textbox', { name: 'URL' }), receiverUrl());
  await tabTo(page, form.getByRole('button', { name: 'Test', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Test HTTP' });
  await expect(dialog.getByRole('textbox', { name: 'Event' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const result = dialog.getByRole('status', { name: 'Result of the test' });
  await expect(result).toContainText('It works', { timeout: 60_000 });
  await expect(result).toContainText('202');
  await expect(result).toContainText('queued');
  expect(JSON.parse(received.at(-1) ?? '')).toMatchObject({ penstock_test: true });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue(receiverUrl());
});
