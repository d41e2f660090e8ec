import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { graphOf, nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

async function rowOf(name: string, transforms: number, step = 'Step'): Promise<Built> {
  return buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `${name} source`, templateId: 'generator', config: { eventsPerSecond: 1 } },
    transforms: Array.from({ length: transforms }, (_, at) => ({
      name: `${step} ${at + 1}`,
      templateId: 'remove_fields',
      config: { fields: [`field${at}`] },
    })),
    sinks: [
      {
        name: `${name} file`,
        templateId: 'file',
        config: { path: join(running.product.dataFolder, `${name}.ndjson`), format: 'ndjson' },
      },
    ],
  });
}

const cutIn = (graph: Locator): Promise<string[]> =>
  graph.evaluate((frame) => {
    const box = frame.getBoundingClientRect();
    return [...frame.querySelectorAll('[data-node]')].flatMap((card) => {
      const at = card.getBoundingClientRect();
      const isCut = at.left < box.left || at.right > box.right || at.top < box.top || at.bottom > box.bottom;
      return isCut ? (card.textContent ?? '') : [];
    });
  });

const open = async (page: Page, { pipelineId }: Built) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
  await expect(nodeOf(page, 'Step 1')).toBeVisible();
};
const mapOf = (page: Page) => graphOf(page).getByText(/\d+ of \d+ in sight/);

test('a graph is shown whole while its names are readable', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, await rowOf('Five', 4));
  const graph = graphOf(page);
  await expect.poll(() => cutIn(graph)).toEqual([]);
  await expect(mapOf(page)).toBeHidden();

  await nodeOf(page, 'Step 4').focus();
  await page.keyboard.press('d');
  await expect(graph.locator('[data-node]')).toHaveCount(7);
  await expect.poll(() => cutIn(graph)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect.poll(() => cutIn(graph)).toEqual([]);
});

test('hidden nodes are counted on a map; a key shows all', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, await rowOf('Twelve', 12));
  const graph = graphOf(page);
  await expect(mapOf(page)).toBeVisible();
  expect(await cutIn(graph)).not.toEqual([]);

  await nodeOf(page, 'Step 7').focus();
  await expect(nodeOf(page, 'Step 7')).toBeFocused();
  const before = await nodeOf(page, 'Step 7').boundingBox();
  await runByPalette(page, 'Connect', 'Step 12');
  await expect(nodeOf(page, 'Step 7')).toHaveAccessibleName(/2 outputs/);
  // Focus does not jump back to the start of the graph.
  await expect(nodeOf(page, 'Step 7')).toBeFocused();
  expect((await nodeOf(page, 'Step 7').boundingBox())?.x).toBe(before?.x);

  await page.keyboard.press('0');
  await expect.poll(() => cutIn(graph)).toEqual([]);
  await expect(mapOf(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(panelOf(page, 'Step 7')).toBeVisible();
  await expect.poll(() => cutIn(graph)).toEqual([]);
});

test('outline names are whole at 1024 px at any depth', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, await rowOf('Deep', 7));
  await nodeOf(page, 'Step 1').focus();
  await expect(nodeOf(page, 'Step 1')).toBeFocused();
  await page.keyboard.press('o');
  const last = page.getByRole('treeitem', { name: /, Step 7, \d+ of/ });
  await expect(last).toBeVisible();
  const isWhole = await last
    .getByText('Step 7', { exact: true })
    .evaluate((name) => name.scrollWidth <= name.clientWidth);
  expect(isWhole).toBe(true);
});

test('a name too long for its card ends with a line', async ({ page }) => {
  const built = await rowOf('Short', 12, 'Shorten the request of each missing page in step');
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  const graph = graphOf(page);
  await expect(graph.locator('[data-node]')).toHaveCount(14);
  await expect(graph.getByText('B/s').first()).toBeAttached();
  await graph.locator('[data-node]').first().press('0');
  await expect(graph.getByText('Shorten the request').first()).toBeVisible();
  await expect(graph.locator('[data-named]')).toHaveCount(14);
  const parts = await graph.locator('[data-named] > [aria-hidden]').evaluateAll((texts) =>
    texts.map((text) => {
      const lines = text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight);
      return { text: text.textContent, part: Math.abs(lines - Math.round(lines)) };
    }),
  );
  expect(parts.filter(({ part }) => part > 0.1)).toEqual([]);
});

/** Card offsets from left to right, independent of panning. */
const distances = (graph: Locator): Promise<number[]> =>
  graph.evaluate((frame) => {
    const lefts = [...frame.querySelectorAll('[data-node]')].map((card) => (card as HTMLElement).offsetLeft);
    const sorted = [...new Set(lefts)].sort((a, b) => a - b);
    return [...new Set(sorted.slice(1).map((left, at) => left - (sorted[at] ?? 0)))];
  });

test('the gap of a removed node closes after editing', async ({ page }) => {
  const built = await rowOf('Gap', 4);
  // A running pipeline has a mode besides editing.
  await deployPipeline(running.api, built);
  await open(page, built);
  const graph = graphOf(page);
  const remove = async (title: string, left: number) => {
    await nodeOf(page, title).focus();
    await expect(nodeOf(page, title)).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(graph.locator('[data-node]')).toHaveCount(left);
  };
  await remove('Step 2', 5);
  expect(await distances(graph)).toHaveLength(2);
  await page.keyboard.press('0');
  await expect.poll(() => distances(graph)).toHaveLength(1);
  await expect.poll(() => cutIn(graph)).toEqual([]);

  await remove('Step 3', 4);
  expect(await distances(graph)).toHaveLength(2);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('combobox', { name: 'Base: v2' })).toBeVisible();
  expect(await distances(graph)).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/mode=edit/);
  await expect.poll(() => distances(graph)).toHaveLength(1);
});

test('zoomed to 200%, the focused card is whole in view', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await open(page, await rowOf('Low', 4));
  const isWhole = () =>
    page.evaluate(() => {
      const at = document.activeElement?.closest('[data-node]')?.getBoundingClientRect();
      const room = document.querySelector('main')?.getBoundingClientRect();
      return at && room && at.top >= room.top && at.bottom <= room.bottom && at.left >= room.left;
    });
  await expect(nodeOf(page, 'Low source')).toBeFocused();
  await expect.poll(isWhole).toBe(true);
  await page.keyboard.press('End');
  await expect(nodeOf(page, 'Low file')).toBeFocused();
  await expect.poll(isWhole).toBe(true);
});
