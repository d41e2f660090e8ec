import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { type RefusingReceiver, startRefusingReceiver } from '../harness/refusing-receiver.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 120_000 });

const GRID = 'Dead letters';
let receiver: RefusingReceiver;
let built: Built;

const count = async (): Promise<number> => {
  const { api, siteId } = running;
  const { groups } = await api.call('countDeadLetters', { path: { siteId }, query: {} });
  return groups.reduce((sum, group) => sum + Number(group.count), 0);
};

test.beforeAll(async () => {
  const { api, siteId } = running;
  receiver = await startRefusingReceiver('bad');
  const port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'shop',
    source: { name: 'till', templateId: 'tcp', config: { port, maxLineBytes: 1024 } },
    transforms: [],
    sinks: [{ name: 'ledger', templateId: 'http', config: { url: receiver.url } }],
  });
  await deployPipeline(api, built);
  const lines = ['{"order":1,"state":"bad"}', '{"order":2,"state":"bad"}', `long ${'x'.repeat(3000)}`];
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines.join('\n')}\n`);
  await eventually(async () => expect(await count()).toBe(3));
});
test.afterAll(() => receiver.close());

const rows = (page: Page) => page.getByRole('grid', { name: GRID, exact: true }).getByRole('row');

test('from the node that failed to a replay that arrives, by keyboard alone', async ({ page }) => {
  const { product } = running;
  await page.goto(`${product.url}/pipelines/${built.pipelineId}?node=${built.sinkIds[0]}`);
  const show = page.getByRole('button', { name: 'Show dead letters' });
  await tabTo(page, show);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deadLetters\?.*period=any/);
  await expect(rows(page)).toHaveCount(3);

  await runByPalette(page, 'Reset filters');
  await expect(rows(page)).toHaveCount(4);
  await runByPalette(page, 'Filter by reason', 'LineTooLong');
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, GRID, 'till')).toContainText('long xxx');
  await runByPalette(page, 'Filter by reason', 'EventsRefused');
  await expect(rows(page)).toHaveCount(3);

  const saved = page.waitForEvent('download');
  await page.keyboard.press('d');
  const file = await (await saved).path();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(JSON.parse(line).event).order)).toEqual([1, 2]);

  // Replayed while it is open, and refused again: the one that is gone is not asked for.
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Dead letter' });
  await expect(panel.getByText(/answered 400/)).toBeVisible();
  await page.keyboard.press('p');
  await expect(toast(page, '1 dead letter replayed')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await eventually(async () => expect(await count()).toBe(3));
  await expect(rows(page)).toHaveCount(3, { timeout: 30_000 });

  receiver.mend();
  await page.keyboard.press('a');
  await expect(paletteOf(page)).toContainText('Replay 2 dead letters to the node');
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 dead letters replayed')).toBeVisible();
  await eventually(() => {
    const arrived = receiver.accepted.join('').trimEnd().split('\n');
    expect(arrived.map((line) => JSON.parse(JSON.parse(line).message).order)).toEqual([1, 2]);
  });
  expect(await count()).toBe(1);
});

test('a range without any says where the others are', async ({ page }) => {
  const now = Math.floor(Date.now() / 1000);
  await page.goto(`${running.product.url}/deadLetters?time=${now - 7200}-${now - 3600}`);
  await expect(page.getByText('No dead letter in this time range', { exact: true })).toBeVisible();
  const any = page.getByRole('button', { name: 'Show any time' });
  await tabTo(page, any);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, GRID, 'LineTooLong')).toBeVisible();
  await runByPalette(page, 'Filter by reason', 'LineTooLong');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(paletteOf(page)).toContainText('1 event is permanently deleted');
  await tabTo(page, paletteOf(page).getByRole('button', { name: 'Discard 1 dead letter' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, '1 dead letter discarded')).toBeVisible();
  await expect(rowOf(page, GRID, 'LineTooLong')).toHaveCount(0);
});
