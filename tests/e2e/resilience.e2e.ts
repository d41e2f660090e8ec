// Slow: creates 1,000 pipelines, and kills and restarts the service.

import { join } from 'node:path';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { graphOf, nodeOf, panelOf } from './support/graph.ts';
import { choose, openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, SERVICE_GONE, test } from './support/test.ts';

test.use({ expectedFaults: SERVICE_GONE });

const running = productOfFile();

let made = 0;

async function savedPipeline(name: string, transforms: string[] = ['Parse']): Promise<Built> {
  made += 1;
  return buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `Source of ${made}`, templateId: 'generator', config: { eventsPerSecond: 50 } },
    transforms: transforms.map((one) => ({ name: one, templateId: 'parse_json', config: {} })),
    sinks: [
      {
        name: `File of ${made}`,
        templateId: 'file',
        config: { path: join(running.product.dataFolder, `out-${made}.ndjson`), format: 'ndjson' },
      },
    ],
  });
}

const pipelinesNamed = async (name: string) =>
  (await running.api.call('listPipelines', { query: { siteIds: [running.siteId] } })).pipelines.filter(
    (pipeline) => pipeline.name === name,
  );

const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  'dlrow \u0645\u0631\u062D\u0628\u0627',
  'W'.repeat(128),
  '🚰🏭💧 family 👩‍👩‍👧‍👦',
];

test('names that try to be more than text are shown as text', async ({ page }) => {
  for (const name of HOSTILE) await savedPipeline(name);
  await page.goto(`${running.product.url}/pipelines`);
  for (const name of HOSTILE) await expect(rowOf(page, 'Pipelines', name)).toBeVisible();
  const [first] = await pipelinesNamed(HOSTILE[0] ?? '');
  await page.goto(`${running.product.url}/pipelines/${first?.id}`);
  await expect(page.getByRole('heading', { name: HOSTILE[0] ?? '', level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('onerror');
  await expect(paletteOf(page).getByRole('option').first()).toContainText('<img src=x');
  await expect(page).not.toHaveTitle('owned');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('a killed service leaves a quiet mark; figures go on later', async ({ page }) => {
  test.setTimeout(90_000);
  const built = await savedPipeline('Goes on');
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const parse = nodeOf(page, 'Parse');
  await expect(parse).toHaveAccessibleName(/[\d.]+ [KM]?B\/s/);
  await running.product.kill();
  const mark = page.getByRole('banner').getByRole('status');
  await expect(mark).toHaveText(/data from \d\d:\d\d, reconnecting/);
  await expect(parse).toBeVisible();
  await running.restart();
  await expect(mark).toBeHidden({ timeout: 30_000 });
  await parse.press('Enter');
  const eventsIn = panelOf(page, 'Parse').getByRole('row', { name: /^Events in/ });
  const before = await eventsIn.innerText();
  await expect(eventsIn).not.toHaveText(before, { timeout: 20_000 });
});

test('500 nodes open and can be walked by keyboard', async ({ page }) => {
  test.setTimeout(90_000);
  const names = Array.from({ length: 498 }, (_, index) => `Step ${index + 1}`);
  const built = await savedPipeline('Five hundred', names);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const source = graphOf(page).getByRole('button', { name: /^Source/ });
  await expect(source).toBeVisible({ timeout: 20_000 });
  await source.focus();
  for (let step = 1; step <= 5; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(nodeOf(page, `Step ${step}`)).toBeFocused();
  }
  await page.keyboard.press('End');
  await expect(graphOf(page).getByRole('button', { name: /^Destination/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: /^File of/ })).toBeVisible();
});

test('a list of 1,000 pipelines stays usable', async ({ page }) => {
  test.setTimeout(90_000);
  const { api, siteId, product } = running;
  const there = (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pagination.totalCount;
  const fillers = Array.from(
    { length: 1000 - there },
    (_, index) => `Filler ${String(index).padStart(4, '0')}`,
  );
  // The service refuses definitions that take too long to read.
  for (let first = 0; first < fillers.length; first += 250) {
    const names = fillers.slice(first, first + 250).map((name) => `  - {name: ${name}, graph: []}`);
    const definition = ['format: penstock/v2', 'pipelines:', ...names].join('\n');
    await api.call('importPipelines', {
      query: { siteId, dryRun: false },
      body: { definition },
      ifMatch: '*',
    });
  }
  await page.goto(`${product.url}/pipelines`);
  const list = page.getByRole('grid', { name: 'Pipelines' });
  await expect(list).toHaveAttribute('aria-rowcount', '1001', { timeout: 20_000 });
  expect(await list.getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('/');
  await page.keyboard.type('filler 0777');
  await expect(list).toHaveAttribute('aria-rowcount', '2');
  await expect(rowOf(page, 'Pipelines', 'Filler 0777')).toBeVisible();
  await openPalette(page);
  await choose(page, 'Filler 0555');
  await expect(page.getByRole('heading', { name: 'Filler 0555', level: 1 })).toBeVisible();
});
