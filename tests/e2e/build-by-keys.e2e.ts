// Slow: builds 30 nodes twice, key by key.
import type { Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { banMouseInFile, enterText } from './support/keyboard.ts';
import { choose, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const FACES = ['graph', 'outline'] as const;
type Face = (typeof FACES)[number];

const SINKS = ['Archive', 'Metrics'];

/** The other destination stays unused. */
async function newPipeline(face: Face): Promise<string> {
  const built = await buildPipeline(running.api, running.siteId, {
    name: `By ${face}`,
    source: { name: `In of ${face}`, templateId: 'tcp', config: { port: await freePort() } },
    transforms: [],
    sinks: SINKS.map((name) => ({ name: `${name} of ${face}`, templateId: 'blackhole', config: {} })),
  });
  return built.pipelineId;
}

const focusedNode = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const node = document.activeElement?.closest<HTMLElement>('[data-node]');
    return node ? (node.textContent ?? '') : '';
  });

/** Checks the node count and that a node has focus. */
async function edit(page: Page, nodes: number, act: () => Promise<void>): Promise<void> {
  await act();
  await expect(page.getByText(`${nodes} nodes`, { exact: true })).toBeVisible();
  await expect(paletteOf(page)).toHaveCount(0);
  await expect.poll(() => focusedNode(page)).not.toBe('');
}

async function goToNode(page: Page, name: string): Promise<void> {
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: /Find a node/ });
  await expect(field).toBeFocused();
  await enterText(page, name, field);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('search').getByRole('status')).toContainText(name);
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedNode(page)).toContain(name);
}

const rename = async (page: Page, name: string) => {
  await page.keyboard.press('F2');
  const field = paletteOf(page).getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+a');
  await enterText(page, name, field);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect.poll(() => focusedNode(page)).toContain(name);
};

/** A chain, a branch that rejoins, an insertion, copies, a disabled and a renamed node. */
async function build(page: Page, face: Face): Promise<void> {
  const press = (keys: string) => page.keyboard.press(keys);
  let nodes = 3;
  const add = (keys: string, what: string) =>
    edit(page, ++nodes, async () => {
      await press(keys);
      await choose(page, what);
    });
  // Repeated faster than focus moves: each is a copy of the previous one.
  const copies = (count: number) => {
    nodes += count;
    return edit(page, nodes, async () => {
      for (let i = 0; i < count; i += 1) await press('d');
    });
  };
  await goToNode(page, `In of ${face}`);
  await add('a', 'Parse JSON');
  await rename(page, 'Main');
  await copies(9);
  await goToNode(page, `In of ${face}`);
  await add('Shift+b', 'Parse JSON');
  await rename(page, 'Side');
  await copies(4);
  await press('c');
  await choose(page, `Metrics of ${face}`);
  await expect.poll(() => focusedNode(page)).not.toBe('');
  await add('i', 'Parse JSON');
  await rename(page, 'Put between');
  await press('Shift+x');
  // Two adjacent nodes, selected by Shift and an arrow, get a parallel copy.
  await press('Shift+ArrowLeft');
  nodes += 1;
  await edit(page, ++nodes, () => press('d'));
  await press('Escape');
  await copies(9);
  await goToNode(page, 'Side copy 2');
  await edit(page, --nodes, () => press('Delete'));
  await press('Control+z');
  nodes += 1;
  await expect(page.getByText(`${nodes} nodes`, { exact: true })).toBeVisible();
  expect(nodes).toBe(30);
}

type Shape = { edges: string[]; disabled: string[]; names: string[] };

async function savedShape(pipelineId: string, face: Face | 'text'): Promise<Shape> {
  const { pipeline } = await running.api.call('getPipeline', { path: { pipelineId } });
  const { graph } = await running.api.call('getGraph', {
    path: { pipelineId, graphVersion: pipeline.latestGraphVersion },
  });
  const nameOf = (id: string) => (graph.nodes[id]?.name ?? id).replace(` of ${face}`, '');
  return {
    names: Object.keys(graph.nodes).map(nameOf).sort(),
    edges: Object.entries(graph.edges)
      .flatMap(([from, { nodeIds }]) => nodeIds.map((to) => `${nameOf(from)} > ${nameOf(to)}`))
      .sort(),
    disabled: Object.entries(graph.metaInfo)
      .filter(([, meta]) => meta.disabled)
      .map(([id]) => nameOf(id))
      .sort(),
  };
}

const shapes: Partial<Record<Face, Shape>> = {};

for (const face of FACES)
  test(`30 nodes are built and saved in the ${face} by keyboard`, async ({ page }) => {
    test.setTimeout(180_000);
    const pipelineId = await newPipeline(face);
    await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
    await expect.poll(() => focusedNode(page)).not.toBe('');
    if (face === 'outline') {
      await page.keyboard.press('o');
      await expect(page.getByRole('tree', { name: 'Pipeline structure' })).toBeVisible();
      await expect.poll(() => focusedNode(page)).not.toBe('');
    }
    await build(page, face);
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
    shapes[face] = await savedShape(pipelineId, face);
    expect(shapes[face]?.names).toHaveLength(30);
  });

/** The same pipeline as a minimal handwritten definition. */
async function writtenByHand(): Promise<string> {
  const copies = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${name} copy ${from + index}`);
  const transforms = new Map<string, string[]>();
  const chain = (names: string[], ...ends: string[]) => {
    names.forEach((name, index) => {
      transforms.set(name, index < names.length - 1 ? [names[index + 1] ?? ''] : ends);
    });
  };
  chain(['Main', 'Main copy', ...copies('Main', 2, 9)], 'Archive of text', 'Metrics of text');
  chain(['Side', 'Side copy', 'Side copy 2', 'Side copy 3'], 'Side copy 4', 'Side copy 5');
  chain(['Side copy 4', 'Put between'], 'Metrics of text');
  chain([...copies('Side', 5, 14), 'Put between copy'], 'Metrics of text');
  return [
    'format: penstock/v2',
    'sources:',
    `  - {name: In of text, type: tcp, config: {port: ${await freePort()}}}`,
    'destinations:',
    ...SINKS.map((name) => `  - {name: ${name} of text, type: blackhole}`),
    'pipelines:',
    '  - name: By text',
    '    graph:',
    '      - {source: In of text, to: [Main, Side]}',
    ...[...transforms].map(([name, to]) => {
      const off = name.startsWith('Put') ? ', disabled: true' : '';
      return `      - {transform: ${name}, type: parse_json${off}, to: [${to.join(', ')}]}`;
    }),
  ].join('\n');
}

test('both graphs equal the one written as YAML', async () => {
  const { api, siteId } = running;
  const body = { definition: await writtenByHand() };
  await api.call('importPipelines', { query: { siteId }, body, ifMatch: '*' });
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  const id = pipelines.find(({ name }) => name === 'By text')?.id ?? '';
  expect(shapes.graph?.names).toHaveLength(30);
  expect(shapes.outline).toEqual(shapes.graph);
  expect(await savedShape(id, 'text')).toEqual(shapes.graph);
});
