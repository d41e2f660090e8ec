// Slow: reads a file of 51 MB, and runs previews in an engine.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { webAccess } from '../../src/service/starting-points/web-access.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import {
  buildSampled,
  dialogOf,
  keepSample,
  LINES,
  openSample,
  PARSE,
  previewOf,
} from './support/samples.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 180_000 });

test('samples are renamed, unpinned, and pinned again with expectations', async ({ page }) => {
  const built = await buildSampled(running, 'Kept');
  await keepSample(running, built, LINES);
  await openSample(page, running, built);
  await nodeOf(page, PARSE).press('Shift+W');
  const samples = dialogOf(page, 'Samples and tests');
  await expect(samples).toContainText('The test passes on the graph');
  await tabTo(page, samples.getByRole('button', { name: 'Rename Two lines' }));
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Two <b>lines</b>');
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText('Rename it');
  await page.keyboard.press('Enter');
  await expect(samples.getByRole('listitem')).toContainText('Two <b>lines</b>');
  await expect(previewOf(page)).toContainText('Two <b>lines</b>, 2 events');
  await tabTo(page, samples.getByRole('button', { name: /^Unpin/ }));
  await page.keyboard.press('Enter');
  await expect(samples.getByRole('listitem')).toContainText('Not pinned');
  await tabTo(page, samples.getByRole('button', { name: /^Pin/ }));
  await page.keyboard.press('Enter');
  await expect(samples.getByRole('button', { name: /^Unpin/ })).toBeVisible();
  const { samples: stored } = await running.api.call('listSamples', {
    path: { pipelineId: built.pipelineId },
  });
  expect(stored).toMatchObject([{ pinned: true, hasExpected: true }]);
});

test('a pipeline made from a starting point is tried on its events', async ({ page }) => {
  const built = await buildSampled(
    running,
    'Web',
    webAccess.transforms.map(({ name, templateId, config }) => ({ name, templateId, config: { ...config } })),
  );
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const [first] = webAccess.transforms;
  await nodeOf(page, first?.name ?? '').press('Shift+P');
  const example = previewOf(page).getByRole('button', { name: `Example events of ${webAccess.title}` });
  await tabTo(page, example);
  await page.keyboard.press('Enter');
  await expect(previewOf(page)).toContainText(`${webAccess.title}: example events, 20 events`);
  await expect(previewOf(page)).toContainText('% in total');
  await nodeOf(page, first?.name ?? '').press('e');
  await nodeOf(page, first?.name ?? '').press('Enter');
  await expect(panelOf(page, first?.name ?? '')).toContainText(
    'The first preview events that reach this node are listed below.',
  );
});

test('errors of an uploaded file are reported by its name', async ({ page }) => {
  const built = await buildSampled(running, 'Upload');
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await nodeOf(page, PARSE).focus();
  await runByPalette(page, 'Paste events or upload a file');
  const dialog = dialogOf(page, 'Paste or upload events');
  const upload = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await upload('empty.log', Buffer.alloc(0));
  await expect(dialog.getByRole('alert')).toContainText('empty.log is empty');
  await upload('logs.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0]));
  await expect(dialog.getByRole('alert')).toContainText('logs.gz is compressed');
  await upload('photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  await expect(dialog.getByRole('alert')).toContainText('photo.jpg is not UTF-8 text');
  await upload('pretty.json', Buffer.from('{\n  "a": 1\n}'));
  await tabTo(page, dialog.getByRole('textbox', { name: 'Events' }));
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('one JSON document over several lines');
  // The browser reads it from the disk: as a message of 51 MB it would be most of the test.
  const long = join(running.product.dataFolder, 'long.log');
  writeFileSync(long, `${'0123456789abcdef'.repeat(64)}\n`.repeat(50_000));
  await dialog.locator('input[type=file]').setInputFiles(long);
  await expect(dialog.getByRole('status')).toContainText(/long\.log has 51\.\d+ MB; the lines within/);
  await page.keyboard.press('Control+Enter');
  await expect(previewOf(page)).toContainText('long.log, 1000 events');
});

test('uploaded events run through a graph, each with its metadata [R3-93, R6-21]', async ({ page }) => {
  const built = await buildSampled(running, 'Stored');
  const body = new FormData();
  body.append('name', 'stored.log');
  body.append('assetType', 'LOG_SAMPLE');
  body.append('file', new File([LINES.join('\n')], 'stored.log'));
  expect((await fetch(`${running.product.url}/v1/asset`, { method: 'POST', body })).status).toBe(200);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await nodeOf(page, PARSE).focus();
  await runByPalette(page, 'Use an uploaded file as events', 'stored.log');
  await expect(previewOf(page)).toContainText('stored.log, 2 events');
  const metadata = previewOf(page).getByRole('region', { name: 'Metadata of event 1' });
  await tabTo(page, previewOf(page).getByRole('button', { name: 'Metadata' }));
  await page.keyboard.press('Enter');
  await expect(metadata).toContainText('Size before');
  await expect(metadata).toContainText('44 B');
  await page.keyboard.press('Enter');
  await expect(metadata).toHaveCount(0);
});
