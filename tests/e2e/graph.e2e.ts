// Slow: draws a graph of 500 nodes, and reaches each by key.
import type { Locator, Page } from '@playwright/test';
import { freePort } from '../harness/product.ts';
import { galleryOfFile } from './support/gallery.ts';
import { graphOf, nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

banMouseInFile();
const running = productOfFile();
const gallery = galleryOfFile();

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Card positions on the plane, independent of panning. */
const places = (graph: Locator): Promise<Record<string, string>> =>
  graph.locator('[data-node]').evaluateAll((cards) =>
    Object.fromEntries(
      cards.map((card) => {
        const { style, dataset } = card as HTMLElement;
        return [dataset.node ?? '', `${style.left} ${style.top}`];
      }),
    ),
  );

/** Visible share of a card, from 0 to 1. */
const shownPartOf = (card: Locator): Promise<number> =>
  card.evaluate((element) => {
    const frame = element.closest('[aria-roledescription="graph"]')!.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const across = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
    const down = Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top);
    return (Math.max(0, across) * Math.max(0, down)) / (box.width * box.height);
  });

async function makePipeline(): Promise<string> {
  const { api, siteId, product } = running;
  const { id: sourceId } = await api.call('createSource', {
    body: {
      source: { siteId, name: 'Orders', templateId: 'http_server', config: { port: await freePort() } },
    },
  });
  const sinkIds: string[] = [];
  for (const name of ['Archive', 'Alerts']) {
    const config = { path: `${product.dataFolder}/graph/${name}.ndjson` };
    const { id } = await api.call('createSink', {
      body: { sink: { siteId, name, templateId: 'file', config } },
    });
    sinkIds.push(id);
  }
  const { id: pipelineId } = await api.call('createPipeline', {
    body: { pipeline: { siteId, name: 'Orders by level' } },
  });
  const transform = (name: string) => ({ pipelineId, name, templateId: 'parse_json', config: {} });
  const { transformIds } = await api.call('createTransforms', {
    body: { transforms: [transform('Parse'), transform('Again')] },
  });
  const [parse, again] = [transformIds[0]!, transformIds[1]!];
  const edges = {
    [sourceId]: { nodeIds: [parse] },
    [parse]: { nodeIds: [again, sinkIds[1]!] },
    [again]: { nodeIds: [sinkIds[0]!] },
  };
  await api.call('saveGraph', {
    ifMatch: 0,
    body: { pipelineId, edges, metaInfo: {}, versionInfo: { pipelineId, name: '' } },
  });
  return pipelineId;
}

test('a graph by keyboard: followed, opened, zoomed, edited', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${running.product.url}/pipelines/${await makePipeline()}`);
  const graph = graphOf(page);
  const scale = graph.getByText(/^\d+%$/);

  await test.step('arrows follow connections, Home, End and Page keys go through all nodes in order', async () => {
    await expect(nodeOf(page, 'Orders')).toBeVisible();
    await tabTo(page, nodeOf(page, 'Orders'));
    await press(page, 'ArrowRight');
    await expect(nodeOf(page, 'Parse')).toBeFocused();
    await expect(nodeOf(page, 'Parse')).toHaveAccessibleName(/, 2 of 5, .*1 input, 2 outputs, connected to /);
    await press(page, 'ArrowRight', 'ArrowLeft');
    await expect(nodeOf(page, 'Parse')).toBeFocused();
    await press(page, 'Home');
    const seen: string[] = [];
    for (let step = 0; step < 5; step++) {
      seen.push((await graph.locator(':focus').getAttribute('data-node')) ?? '');
      await press(page, 'PageDown');
    }
    expect(new Set(seen).size).toBe(5);
    await press(page, 'End', 'Home');
    await expect(nodeOf(page, 'Orders')).toBeFocused();
  });

  await test.step('keys fit, zoom and show the map; the palette has them all', async () => {
    await press(page, '+');
    await expect(scale).toHaveText('120%');
    await press(page, '-', '-');
    await expect(scale).toHaveText('83%');
    await press(page, 'z');
    await expect(scale).toHaveText('100%');
    const map = graph.getByRole('button', { name: 'Map' });
    await expect(map).toHaveAttribute('aria-pressed', 'false');
    await press(page, 'Shift+Z');
    await expect(map).toHaveAttribute('aria-pressed', 'true');
    await runByPalette(page, 'Show or hide the map');
    await expect(map).toHaveAttribute('aria-pressed', 'false');
    await press(page, '0');
  });

  await test.step('an open node stays in sight beside its panel, its path is numbered', async () => {
    const closed = await ordersOf(graph);
    await nodeOf(page, 'Alerts').press('Enter');
    await expect(panelOf(page, 'Alerts')).toBeVisible();
    await expect.poll(() => shownPartOf(nodeOf(page, 'Alerts'))).toBe(1);
    await expect(graph.locator('[data-on-path]')).toHaveCount(3);
    await tabTo(page, panelOf(page, 'Alerts').getByRole('button', { name: /^Close/ }));
    await press(page, 'Escape');
    await expect(panelOf(page, 'Alerts')).toBeHidden();
    await expect(nodeOf(page, 'Alerts')).toBeFocused();
    // Beside the panel it flows down.
    await expect.poll(() => ordersOf(graph)).toEqual(closed);
  });

  await test.step('undone, additions and removals leave no trace, and the focus stays', async () => {
    const before = await places(graph);
    await nodeOf(page, 'Parse').press('Shift+x');
    await expect(nodeOf(page, 'Parse')).toHaveAccessibleName(/disabled/);
    await nodeOf(page, 'Parse').focus();
    const bar = page.getByRole('region', { name: 'Available keys' });
    await expect(bar.getByRole('button', { name: /Enable$/ })).toBeVisible();
    await runByPalette(page, 'Add after', 'Filter');
    await expect(nodeOf(page, 'Filter')).toBeVisible();
    await press(page, 'Escape');
    await nodeOf(page, 'Again').press('Delete');
    await expect(nodeOf(page, 'Again')).toHaveCount(0);
    await expect(graph.locator(':focus')).toHaveCount(1);
    await press(page, 'Control+z', 'Control+z', 'Control+z');
    await expect(nodeOf(page, 'Again')).toHaveCount(1);
    await expect.poll(() => ordersOf(graph)).toEqual(orderOf(before));
  });
});

/** Nodes from top to bottom and from left to right, independent of the size of cards. */
function orderOf(all: Record<string, string>): string[] {
  const at = (id: string) => (all[id] ?? '').split(' ').map(Number.parseFloat);
  return Object.keys(all).sort((a, b) => {
    const [[left = 0, top = 0], [otherLeft = 0, otherTop = 0]] = [at(a), at(b)];
    return top - otherTop || left - otherLeft;
  });
}
const ordersOf = async (graph: Locator) => orderOf(await places(graph));

test('500 nodes: all reachable, the focused one in view', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(gallery.url('graph', { state: '500 nodes' }));
  const opener = page.getByRole('button', { name: 'Open 500 nodes' });
  await tabTo(page, opener);
  await press(page, 'Enter');
  const graph = page.getByRole('group', { name: 'Large graph' });
  const first = graph.getByRole('button', { name: /^Source, HTTP, ingest, 1 of 500/ });
  await tabTo(page, first);
  expect(await graph.locator('[data-node]').count()).toBeLessThan(300);

  const focused = graph.locator('[data-node]:focus');
  for (let step = 0; step < 12; step++) {
    await press(page, step % 4 === 3 ? 'ArrowDown' : 'ArrowRight');
    expect(await shownPartOf(focused)).toBeGreaterThan(0.99);
  }
  await expect(focused).not.toHaveAttribute('data-far');
  await press(page, 'End');
  expect(await shownPartOf(focused)).toBeGreaterThan(0.99);

  await press(page, '0');
  // All are boxes on one canvas; only the focused node is an element.
  await expect(graph.locator('[data-node]')).toHaveCount(1);
  await expect(focused).toHaveAttribute('data-far');
  await press(page, 'PageUp', 'PageUp');
  await expect(focused).toHaveAccessibleName(/, 498 of 500,/);
  await press(page, 'Home');
  await expect(first).toBeFocused();
  await press(page, 'z');
  expect(await shownPartOf(first)).toBeGreaterThan(0.99);
  await expect(first).not.toHaveAttribute('data-far');
});

test('an edit moves smoothly, or at once with reduced motion [R3-16]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(gallery.url('graph', { state: 'an edit' }));
  const graph = page.getByRole('group', { name: 'Edited' });
  await expect(graph.locator('[data-node]')).toHaveCount(8);
  const before = await places(graph);
  await tabTo(page, page.getByRole('button', { name: 'Remove a node' }));
  await press(page, 'Enter');
  await expect(graph.locator('[data-node]')).toHaveCount(7);
  const { f: gone, ...kept } = before;
  expect(gone).toBeDefined();
  expect(Object.keys(await places(graph)).sort()).toEqual(Object.keys(kept).sort());
  await press(page, 'Enter');
  await expect(graph.locator('[data-node]')).toHaveCount(8);
  expect(await places(graph)).toEqual(before);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('at 200% text and 320 px, node and controls are whole [R1-39]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(gallery.url('graph', { state: 'an open node and its path' }));
  await page.locator('html').evaluate((html) => {
    html.style.fontSize = '30px';
  });
  const graph = page.getByRole('group', { name: 'an open node and its path' });
  const open = graph.getByRole('button', { pressed: true }).first();
  await expect(open).toBeVisible();
  for (const name of ['Zoom out', 'Zoom in', 'Fit', 'Map'])
    expect(await shownPartOf(graph.getByRole('button', { name })), name).toBeGreaterThan(0.99);
  await tabTo(page, open);
  expect(await shownPartOf(open)).toBeGreaterThan(0.3);
});
