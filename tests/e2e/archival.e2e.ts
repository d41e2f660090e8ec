// Slow: an archive is written, shown and ended by a running engine.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parquetReadObjects } from 'hyparquet';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(409) });

const running = productOfFile();
banMouseInFile();

let port = 0;
let sourceId = '';
test.beforeAll(async () => {
  const { api, siteId, product } = running;
  port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Shop logs',
    source: { name: 'Shop', templateId: 'http_server', config: { port, format: 'text' } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  sourceId = built.sourceId;
  const path = join(product.dataFolder, 'kept/any.parquet');
  const config = { path, format: 'parquet', files: { timeoutMs: 100 } };
  await api.call('createSink', { body: { sink: { name: 'Kept', siteId, templateId: 'file', config } } });
  await deployPipeline(api, built);
});

const archival = (page: Page) => page.getByRole('region', { name: 'Archival' });
const send = async (lines: string[]): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: `${lines.join('\n')}\n` });
  expect(answer.status).toBe(200);
};
async function archived(): Promise<unknown[]> {
  const folder = join(running.product.dataFolder, 'kept');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.parquet'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const rows = await Promise.all(
    files.map((file) => parquetReadObjects({ file: new Uint8Array(readFileSync(file)).buffer })),
  );
  return rows.flat().map(({ message }) => message);
}
const open = async (page: Page) => {
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
};

test.describe('archive of a source [R2.1-12, R2.3-11, R7-49, R7-50, R8-38]', () => {
  test('it is enabled by keyboard, shows figures, and ends', async ({ page }) => {
    await open(page);
    await expect(archival(page)).toContainText('Off.');
    await runByPalette(page, 'Enable archival', 'Kept');
    await expect(toast(page, 'Source updated successfully.')).toBeVisible();
    await expect(archival(page).getByRole('link', { name: 'Kept' })).toBeVisible();
    const lines = Array.from({ length: 40 }, (_, n) => `192.0.2.1 - - "GET /item/${n} HTTP/1.1" 200 ${n}`);
    await send(lines);
    await expect(archival(page)).toContainText('40 events, ');
    await expect(archival(page)).toContainText(/\d(\.\d+)?KB, 1 file/);
    expect(await archived()).toEqual(lines);

    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(
      rowOf(page, 'Sources', 'Shop').getByRole('gridcell', { name: 'On', exact: true }),
    ).toBeVisible();

    await open(page);
    await runByPalette(page, 'Disable archival');
    const review = page.getByRole('button', { name: 'Disable archival' }).last();
    await tabTo(page, review);
    await page.keyboard.press('Enter');
    await expect(archival(page)).toContainText('Off.');
    const ended = archival(page).getByRole('table', { name: 'Ended archives' }).getByRole('row').nth(1);
    await expect(ended).toContainText('Kept');
    await expect(ended.getByRole('cell')).toContainText(['Kept', /\d/, /\d/, '40', 'KB', '1']);
    await send(['after the end']);
    expect(await archived()).toEqual(lines);
  });
});

test('deleting an archive destination leads to the source archived there [R7-56]', async ({ page }) => {
  const { api, siteId, product } = running;
  const { sinks } = await api.call('listSinks', { query: { siteIds: [siteId] } });
  const sinkId = sinks.find(({ name }) => name === 'Kept')?.id ?? '';
  await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
  await page.goto(`${product.url}/destinations?destination=${sinkId}`);
  await expect(page.getByText('It holds archives of sources')).toBeVisible();
  await runByPalette(page, 'Delete destination');
  const review = page.getByRole('button', { name: 'Delete destination' }).last();
  await tabTo(page, review);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Kept is in use' });
  await expect(dialog).toContainText('It holds the archive of this source');
  await expect(dialog.getByRole('link', { name: 'Shop' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
});
