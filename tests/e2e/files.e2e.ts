import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400) });

const running = productOfFile();
banMouseInFile();

const CSV = 'host,owner,port\nweb-1,Ann,80\nweb-2,"Bob, Ben",443\n';
const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('an uploaded table by keyboard: errors by line, then its rows [R2.1-62]', async ({ page }) => {
  await page.goto(`${running.product.url}/settings/files`);
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Upload a file' });
  const chooser = page.waitForEvent('filechooser');
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(csvFile('hosts.csv', 'host,owner\nweb-1\n'));
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('hosts.csv');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('Line 2 has 1 cell; the header names 2 columns');
  const again = page.waitForEvent('filechooser');
  await expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await again).setFiles(csvFile('hosts.csv', CSV));
  await expect(dialog.getByRole('alert')).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'hosts.csv was uploaded.')).toBeVisible();
  const row = page.getByRole('grid', { name: 'Files' }).getByRole('row', { name: /hosts\.csv/ });
  await expect(row).toContainText('Lookup table');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const panel = page.getByRole('complementary', { name: 'hosts.csv' });
  await expect(panel.getByRole('cell', { name: 'Bob, Ben' })).toBeVisible();
  await expect(panel.getByRole('columnheader', { name: /port\s*whole number/ })).toBeVisible();
});

test('a lookup names the table, and the preview shows columns', async ({ page }) => {
  const { api, siteId, product } = running;
  const form = new FormData();
  form.append('name', 'owners.csv');
  form.append('assetType', 'LOOK_UP_DATA');
  form.append('file', new File([CSV], 'owners.csv'));
  expect((await fetch(`${product.url}/v1/asset`, { method: 'POST', body: form })).status).toBe(200);
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Enrich',
    source: { name: 'In', templateId: 'http_server', config: { port } },
    transforms: [
      { name: 'Parse', templateId: 'parse_json', config: {} },
      {
        name: 'Owner',
        templateId: 'lookup',
        config: { file: 'owners.csv', keys: [{ field: 'host', column: 'host' }] },
      },
    ],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
  await page.goto(`${product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, 'Owner')).toBeVisible();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Capture events' });
  await typeInto(page, dialog.getByRole('textbox', { name: 'Or until' }), '2');
  await tabTo(page, dialog.getByRole('button', { name: /^Capture/ }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview).toContainText('0 of 2 events');
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"host":"web-2"}\n{"host":"none"}' });
  await expect(preview).toContainText('Captured at In, 2 events');
  await nodeOf(page, 'Owner').press('Enter');
  await expect(preview).toContainText('Bob, Ben');
  await nodeOf(page, 'Owner').press('e');
  const panel = panelOf(page, 'Owner');
  await expect(panel.getByRole('combobox', { name: 'File' })).toContainText('owners.csv');
  await expect(panel.getByText('2 rows of host, owner, port')).toBeVisible();
});
