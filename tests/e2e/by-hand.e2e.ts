// Slow: takes one pipeline through its whole life, and waits for its figures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/product.ts';
import { graphOf, nodeOf, panelOf, totalOf } from './support/graph.ts';
import { tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { formatBytes, formatPercent, metric, rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
const [SOURCE, DESTINATION, PIPELINE] = ['Orders in', 'Orders kept', 'Orders'];

type Order = { id: number; level: string; text: string };

const orders = (from: number, count: number): Order[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    level: index % 4 === 0 ? 'debug' : 'info',
    text: `order ${from + index}`,
  }));

const bytesOf = (events: readonly unknown[]): number =>
  events.reduce<number>((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);

async function send(port: number, events: readonly Order[]): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: events.map((event) => JSON.stringify(event)).join('\n'),
  });
  return response.status;
}

const written = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

const waitForStatus = async (page: Page, status: string) =>
  expect(page.getByRole('main').locator('header').first()).toContainText(status, { timeout: 15_000 });

test('from the palette: create, deploy, watch, pause, edit, bypass, delete [R1-01 … R1-05]', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const port = await freePort();
  const path = join(running.product.dataFolder, 'by-hand', 'orders.ndjson');
  await page.goto(running.product.url);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();

  await test.step('a source on a free port', async () => {
    await runByPalette(page, 'Add Source of Type', 'HTTP');
    const form = page.getByRole('form', { name: 'New HTTP source' });
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type(SOURCE);
    await typeInto(page, form.getByRole('textbox', { name: 'Port' }), String(port));
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Source added successfully.')).toBeVisible();
    await expect(rowOf(page, 'Sources', SOURCE)).toBeVisible();
  });

  await test.step('a file destination', async () => {
    await runByPalette(page, 'Add Destination of Type', 'File');
    const form = page.getByRole('form', { name: 'New File destination' });
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type(DESTINATION);
    await typeInto(page, form.getByRole('textbox', { name: 'Path' }), path);
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Destination added successfully.')).toBeVisible();
    await expect(rowOf(page, 'Destinations', DESTINATION)).toBeVisible();
  });

  await test.step('a pipeline from them with two transforms, saved as draft', async () => {
    await runByPalette(page, 'Create Pipeline');
    await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), PIPELINE);
    await runByPalette(page, 'Choose source', SOURCE);
    await expect(nodeOf(page, SOURCE)).toBeVisible();
    await runByPalette(page, 'Add after', 'Parse JSON');
    await expect(panelOf(page, 'Parse JSON')).toBeVisible();
    await runByPalette(page, 'Add after', 'Filter');
    const filter = panelOf(page, 'Filter');
    await tabTo(page, filter.getByRole('group', { name: 'Match' }).getByRole('button', { name: 'Add rule' }));
    await page.keyboard.press('Enter');
    await typeInto(page, filter.getByRole('combobox', { name: 'Rule 1 field' }), 'level');
    await typeInto(page, filter.getByRole('textbox', { name: 'Rule 1 value' }), 'debug');
    await runByPalette(page, 'Choose destination', DESTINATION);
    await expect(nodeOf(page, DESTINATION)).toBeVisible();
    await expect(nodeOf(page, 'Filter')).toHaveAccessibleName(new RegExp(`connected to ${DESTINATION}`));
    await runByPalette(page, 'Save as draft');
    await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/pipelines\/\d{18}/);
    const screen = page.getByRole('main', { name: 'Pipeline', exact: true });
    await expect(screen.getByRole('combobox', { name: 'Base: v1' })).toBeVisible();
  });

  await test.step('deploy it', async () => {
    await runByPalette(page, 'Deploy');
    await expect(page.getByRole('dialog', { name: 'Deploy Pipeline' })).toContainText(
      `Are you sure you want to deploy changes made to ${PIPELINE}?`,
    );
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pipeline scheduled for deployment')).toBeVisible();
    await waitForStatus(page, 'Deployed');
  });

  const first = orders(1, 40);
  const kept = first.filter(({ level }) => level !== 'debug');

  await test.step('what is sent by HTTP is what the screen counts, to the byte', async () => {
    expect(await send(port, first)).toBe(200);
    const [input, output] = [bytesOf(first), bytesOf(kept)];
    await expect(metric(page, 'Summary', 'Total Input')).toContainText(formatBytes(input), {
      timeout: 20_000,
    });
    await expect(metric(page, 'Summary', 'Total Output')).toContainText(formatBytes(output));
    await expect(metric(page, 'Summary', 'Optimization')).toContainText(
      formatPercent(100 * (1 - output / input)),
    );
    await nodeOf(page, 'Filter').press('Enter');
    await expect(totalOf(page, 'Filter', 'Events in')).toHaveText('40');
    await expect(totalOf(page, 'Filter', 'Events dropped by rule')).toHaveText('10');
    await expect(totalOf(page, 'Filter', 'Events out')).toHaveText('30');
    await eventually(() => expect(written(path)).toEqual(kept));
  });

  await test.step('paused, its source answers 503; resumed, it takes events again', async () => {
    await runByPalette(page, 'Pause');
    await expect(paletteOf(page).getByRole('heading', { name: 'Pause Pipeline' })).toBeVisible();
    await expect(paletteOf(page).getByRole('button', { name: 'Pause' })).toBeFocused();
    await page.keyboard.press('Enter');
    await waitForStatus(page, 'Paused');
    expect(await send(port, orders(900, 1))).toBe(503);
    await runByPalette(page, 'Resume');
    await waitForStatus(page, 'Deployed');
    expect(await send(port, orders(101, 4))).toBe(200);
    await eventually(() => expect(written(path)).toHaveLength(33));
  });

  await test.step('edit it and deploy version 2', async () => {
    await runByPalette(page, 'Edit Pipeline');
    const filter = panelOf(page, 'Filter');
    await expect(filter).toBeVisible();
    await typeInto(page, filter.getByRole('textbox', { name: 'Rule 1 value' }), 'info');
    await runByPalette(page, 'Deploy');
    const dialog = page.getByRole('dialog', { name: 'Deploy Pipeline' });
    await expect(dialog).toContainText(PIPELINE);
    await expect(dialog.getByRole('button', { name: 'Deploy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pipeline scheduled for deployment').last()).toBeVisible();
    await waitForStatus(page, 'v2');
    await waitForStatus(page, 'Deployed');
    await eventually(async () => {
      const { siteId, api } = running;
      const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
      expect(pipelines[0]?.deployedGraphVersion).toBe(2);
    });
    expect(await send(port, orders(201, 4))).toBe(200);
    await eventually(() => expect(written(path).at(-1)).toMatchObject({ id: 201, level: 'debug' }));
    expect(written(path)).toHaveLength(34);
  });

  await test.step('bypassed, raw events go to the destination', async () => {
    await runByPalette(page, 'Bypass');
    await expect(paletteOf(page).getByRole('heading', { name: 'Bypass Pipeline' })).toBeVisible();
    await expect(paletteOf(page).getByRole('button', { name: 'Bypass' })).toBeFocused();
    await page.keyboard.press('Enter');
    await waitForStatus(page, 'Bypassed');
    expect(await send(port, orders(301, 2))).toBe(200);
    await eventually(() => expect(written(path)).toHaveLength(36));
    expect(written(path).at(-1)).toEqual({ message: JSON.stringify(orders(301, 2)[1]) });
  });

  await test.step('delete it; the list shows that it is gone', async () => {
    await openPalette(page);
    await choose(page, 'Delete pipeline');
    await expect(paletteOf(page).getByRole('button', { name: 'Back' })).toBeFocused();
    await tabTo(page, paletteOf(page).getByRole('button', { name: 'Delete pipeline' }));
    await page.keyboard.press('Enter');
    await expect(paletteOf(page)).toBeHidden();
    await runByPalette(page, 'Pipelines');
    await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
    await expect(graphOf(page)).toBeHidden();
    await expect(rowOf(page, 'Pipelines', PIPELINE)).toBeHidden({ timeout: 15_000 });
    await expect.poll(() => send(port, orders(900, 1)).catch(() => 'refused')).toBe('refused');
  });
});
