// Slow: events of an archive are really sent through a pipeline again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ArchiveFiles, type Made } from '../../src/engine/archive-search/testing/archive-files.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { createShoot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const HOUR = 3600;
const EVENTS = 3000;
const START = Math.floor(Date.now() / 1000 / HOUR - 3) * HOUR;
const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

test.beforeAll(async () => {
  const { api, siteId, product } = running;
  const make = async (kind: 'Source' | 'Sink', name: string, templateId: string, config: object) => {
    const entity = { name, siteId, templateId, config: config as Record<string, unknown> };
    return kind === 'Source'
      ? (await api.call('createSource', { body: { source: entity } })).id
      : (await api.call('createSink', { body: { sink: entity } })).id;
  };
  const sourceId = await make('Source', 'Shop', 'generator', {});
  const root = join(product.dataFolder, 'kept');
  const sinkId = await make('Sink', 'Kept', 'file', { path: join(root, 'any.ndjson') });
  await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
  await make('Sink', 'Investigation', 'file', { path: join(product.dataFolder, 'out.ndjson') });
  const made = Array.from({ length: EVENTS }, (_, n): Made => {
    const micros = (START + (n * 2 * HOUR) / EVENTS) * 1_000_000;
    return { micros, event: { json: `{"n":${n},"level":"${n % 3 === 0 ? 'error' : 'info'}"}` } };
  });
  new ArchiveFiles(root, sourceId).write('ndjson', made);
});

const choose = async (page: Page, field: string, option: string) => {
  await tabTo(page, page.getByRole('combobox', { name: field }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.type(option);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: field })).toContainText(option);
};
const readOut = () =>
  readFileSync(join(running.product.dataFolder, 'out.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).n as number);

test('hydration: estimated, previewed, run, retold by keyboard [R2.1-16, R2.1-17, R2.1-18]', async ({
  page,
}) => {
  const shoot = createShoot(page, 'hydration');
  await page.goto(`${running.product.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page.getByText('No hydration', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'Create hydration' });
  await expect(form).toBeVisible();
  await choose(page, 'Source', 'Shop');
  await typeInto(page, form.getByRole('textbox', { name: 'From' }), at(START));
  await typeInto(page, form.getByRole('textbox', { name: 'To' }), at(START + 2 * HOUR));
  await typeInto(page, form.getByRole('textbox', { name: 'Filter' }), 'level:error');
  await choose(page, 'Destination', 'Investigation');
  await expect(form.getByText('1,000 of 3,000 events match (')).toBeVisible();
  await tabTo(page, form.getByRole('button', { name: 'Preview' }));
  await page.keyboard.press('Enter');
  await expect(form.getByText('Of the newest 100 events, 100 would reach the destination.')).toBeInViewport();
  await expect(form.getByText('{"n":2997,"level":"error"}')).toBeVisible();
  await shoot('estimate');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /^Shop, .* UTC$/, level: 1 })).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('1,000 read = 1,000 written');
  await shoot('completed');
  expect(readOut()).toEqual(Array.from({ length: 1000 }, (_, n) => 3 * n));
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('d');
  await expect(form.getByRole('textbox', { name: 'Filter' })).toHaveValue('level:error');
  await typeInto(page, form.getByRole('textbox', { name: 'Events per second' }), '20');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /\(2\)$/, level: 1 })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause hydration' })).toBeEnabled();
  await page.keyboard.press('Shift+P');
  await expect(page.getByText('paused', { exact: true })).toBeVisible();
  await shoot('paused');
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Pause hydration' })).toBeVisible();
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('ends for good')).toBeVisible();
  await tabTo(page, paletteOf(page).getByRole('button', { name: 'Terminate hydration' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Terminated', { exact: true })).toBeVisible();
  await shoot('terminated');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(rowOf(page, 'Hydration', 'Terminated')).toBeVisible();
  await shoot('list');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Selection',
    'Source',
    'Destination',
    'Time Range',
    'Data Volume Hydrated',
    'Progress',
    'Status',
    'Age',
    'Actions',
  ]);
});

test('hydration: begins with what Log Search shows, and refuses what cannot be', async ({ page }) => {
  await page.goto(`${running.product.url}/log-search?time=6h&q=level%3Aerror`);
  await expect(page.getByRole('status').filter({ hasText: /match/ }).first()).toContainText('matches');
  await runByPalette(page, 'Create Hydration');
  const form = page.getByRole('form', { name: 'Create hydration' });
  await expect(form.getByRole('textbox', { name: 'Filter' })).toHaveValue('level:error');
  await typeInto(page, form.getByRole('textbox', { name: 'Filter' }), 'level:(');
  await page.keyboard.press('Control+s');
  await expect(form.getByText('Choose the source whose archive is read').first()).toBeVisible();
  await expect(form.getByText(/character \d+/).first()).toBeVisible();
});
