// Slow: eight graphs are drawn anew, each measured in several windows.
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
const scaleOf = (page: Page) => graphOf(page).getByText(/^\d+%$/);

/** How far the middle of a card is from the middle of the frame, as shares of the frame. */
const offCentre = (card: Locator): Promise<{ across: number; down: number }> =>
  card.evaluate((element) => {
    const frame = element.closest('[aria-roledescription="graph"]')!.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return {
      across: Math.abs(box.left + box.right - frame.left - frame.right) / 2 / frame.width,
      down: Math.abs(box.top + box.bottom - frame.top - frame.bottom) / 2 / frame.height,
    };
  });

/** The smallest text on cards and connections as it is seen, in px. */
const smallestText = (graph: Locator): Promise<number> =>
  graph.evaluate((frame) => {
    const plane = frame.querySelector('[data-node]')!.parentElement!;
    const scale =
      plane.getBoundingClientRect().width / plane.offsetWidth ||
      new DOMMatrix(getComputedStyle(plane).transform).a;
    const texts = document.createTreeWalker(plane, NodeFilter.SHOW_TEXT);
    let smallest = Infinity;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!holder || text.textContent?.trim() === '' || holder.offsetWidth <= 1) continue;
      smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(holder).fontSize) * scale);
    }
    return smallest;
  });

test('beside a panel a graph turns top-down at 100% and centers the open node', async ({ page }) => {
  await open(page, await rowOf('Seven', 5));
  const graph = graphOf(page);
  await expect(graph).toHaveAttribute('data-flow', 'rows');
  await expect.poll(() => cutIn(graph)).toEqual([]);
  await nodeOf(page, 'Step 3').press('Enter');
  await expect(panelOf(page, 'Step 3')).toBeVisible();
  await expect(graph).toHaveAttribute('data-flow', 'down');
  await expect(scaleOf(page)).toHaveText('100%');
  await expect.poll(async () => (await offCentre(nodeOf(page, 'Step 3'))).down).toBeLessThan(0.1);
  await expect.poll(async () => (await offCentre(nodeOf(page, 'Step 3'))).across).toBeLessThan(0.02);
  expect(await nodeOf(page, 'Step 3').evaluate((card) => (card as HTMLElement).offsetWidth)).toBe(240);
  expect(await smallestText(graph)).toBeGreaterThanOrEqual(12);
  await expect(graph.getByRole('button', { name: /more above Seven source/ })).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await expect(nodeOf(page, 'Step 4')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(nodeOf(page, 'Step 2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(graph).toHaveAttribute('data-flow', 'rows');
  await expect.poll(() => cutIn(graph)).toEqual([]);
});

test('up to 12 nodes no text is under 12 px, with a panel or without', async ({ page }) => {
  await open(page, await rowOf('Full', 10));
  const graph = graphOf(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(scaleOf(page)).toHaveText('100%');
    expect(await smallestText(graph)).toBeGreaterThanOrEqual(12);
    await expect(mapOf(page)).toBeHidden();
  }
});

test('a short graph is shown whole at 1024 px, also when it grows', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, await rowOf('Five', 4));
  const graph = graphOf(page);
  await expect.poll(() => cutIn(graph)).toEqual([]);
  await nodeOf(page, 'Step 4').focus();
  await page.keyboard.press('d');
  await expect(graph.locator('[data-node]')).toHaveCount(7);
  await expect.poll(() => cutIn(graph)).toEqual([]);
  await expect(scaleOf(page)).toHaveText('100%');
});

test('hidden nodes are counted at the edge; a key shows all', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, await rowOf('Twelve', 12));
  const graph = graphOf(page);
  await expect(graph.getByRole('button', { name: /^\d+ more below/ })).toBeVisible();
  expect(await cutIn(graph)).not.toEqual([]);

  await nodeOf(page, 'Step 7').focus();
  await expect(nodeOf(page, 'Step 7')).toBeFocused();
  await runByPalette(page, 'Connect', 'Step 12');
  await expect(nodeOf(page, 'Step 7')).toHaveAccessibleName(/2 outputs/);
  // Focus does not jump back to the start of the graph.
  await expect(nodeOf(page, 'Step 7')).toBeFocused();
  await expect.poll(async () => (await offCentre(nodeOf(page, 'Step 7'))).down).toBeLessThan(0.2);

  await page.keyboard.press('0');
  await expect.poll(() => cutIn(graph)).toEqual([]);
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
  for (const key of ['0', '-', '-', '-']) await graph.locator('[data-node]').first().press(key);
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

const placesOf = (graph: Locator): Promise<string[]> =>
  graph.evaluate((frame) =>
    [...frame.querySelectorAll<HTMLElement>('[data-node]')]
      .map(
        (card) => `${card.textContent?.match(/, ([^,]+), \d+ of/)?.[1]} ${card.style.left} ${card.style.top}`,
      )
      .sort(),
  );

/** Card offsets from left to right, independent of panning. */
const distances = (graph: Locator): Promise<number[]> =>
  graph.evaluate((frame) => {
    const lefts = [...frame.querySelectorAll('[data-node]')].map((card) => (card as HTMLElement).offsetLeft);
    const sorted = [...new Set(lefts)].sort((a, b) => a - b);
    return [...new Set(sorted.slice(1).map((left, at) => left - (sorted[at] ?? 0)))];
  });

test('removing, undoing and saving leave no gap, and nothing moves by a reload', async ({ page }) => {
  const built = await rowOf('Gap', 2);
  // A running pipeline has a mode besides editing.
  await deployPipeline(running.api, built);
  await open(page, built);
  const graph = graphOf(page);
  const before = await placesOf(graph);
  await nodeOf(page, 'Step 1').focus();
  await page.keyboard.press('Delete');
  await expect(graph.locator('[data-node]')).toHaveCount(3);
  await expect.poll(() => distances(graph)).toHaveLength(1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => placesOf(graph)).toEqual(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(graph.locator('[data-node]')).toHaveCount(3);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('combobox', { name: 'Base: v2' })).toBeVisible();
  const saved = await placesOf(graph);
  await page.reload();
  await expect(nodeOf(page, 'Step 2')).toBeVisible();
  await expect.poll(() => placesOf(graph)).toEqual(saved);
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
