// Slow: fingers touch, drag and pinch in steps, on graphs of up to 500 nodes.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true });
const gallery = galleryOfFile();

type Point = { x: number; y: number };

async function drag(session: CDPSession, fingers: readonly { from: Point; to: Point }[]): Promise<void> {
  const [steps, last] = [6, 6];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchPoints.map(({ x, y }, id) => ({ x, y, id })),
    });
  const at = (step: number) =>
    fingers.map(({ from, to }) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  // Fingers land one after the other, as real ones do.
  for (let count = 1; count <= fingers.length; count++) await send('touchStart', at(0).slice(0, count));
  for (let step = 1; step <= last; step++) await send('touchMove', at(step));
  await send('touchEnd', []);
}

async function opened(page: Page, state: string) {
  await page.goto(gallery.url('graph', { state }));
  const graph = page.getByRole('group', { name: state });
  await expect(graph.locator('[data-node]').first()).toBeVisible();
  return { graph, session: await page.context().newCDPSession(page) };
}

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('not drawn');
  return box;
};
const scaleOf = async (graph: Locator) => Number.parseInt(await graph.getByText(/^\d+%$/).innerText(), 10);

test('one finger moves the graph, a tap opens a node [R3]', async ({ page }) => {
  const { graph, session } = await opened(page, 'a pipeline');
  const web = graph.getByRole('button', { name: /, web,/ });
  const before = await boxOf(web);
  const frame = await boxOf(graph);
  const start = { x: frame.x + 40, y: frame.y + 30 };
  await drag(session, [{ from: start, to: { x: start.x + 90, y: start.y + 60 } }]);
  await expect.poll(async () => Math.round((await boxOf(web)).x - before.x)).toBe(90);
  expect(Math.round((await boxOf(web)).y - before.y)).toBe(60);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  // Also when it lands on a node, which then does not open.
  const onNode = await boxOf(web);
  const from = { x: onNode.x + 20, y: onNode.y + 20 };
  await drag(session, [{ from, to: { x: from.x - 60, y: from.y } }]);
  await expect.poll(async () => Math.round((await boxOf(web)).x - before.x)).toBeLessThan(60);
  await expect(graph.locator('[data-node][aria-pressed="true"]')).toHaveCount(0);

  await web.tap();
  await expect(web).toHaveAttribute('aria-pressed', 'true');
});

test('a tap right after a drag opens its node', async ({ page }) => {
  const { graph, session } = await opened(page, 'a pipeline');
  const touch = (type: 'touchStart' | 'touchEnd', at: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at });
  const middleOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) => ({
    x: x + width / 2,
    y: y + height / 2,
  });
  const web = graph.getByRole('button', { name: /, web,/ });
  const map = graph.getByRole('button', { name: 'Map' });
  const [from, onMap] = [middleOf(await boxOf(web)), middleOf(await boxOf(map))];
  for (const [dx, at, pressed] of [
    [-60, { x: from.x - 60, y: from.y }, web],
    [60, onMap, map],
  ] as const) {
    const start = dx < 0 ? from : { x: from.x - 60, y: from.y };
    await drag(session, [{ from: start, to: { x: start.x + dx, y: start.y } }]);
    await touch('touchStart', [at]);
    await touch('touchEnd', []);
    await expect(pressed).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(web).toHaveAttribute('aria-pressed', 'true');
});

test('a tap opens a node that is drawn as a box [R3]', async ({ page }) => {
  await page.goto(gallery.url('graph', { state: '500 nodes' }));
  await page.getByRole('button', { name: 'Open 500 nodes' }).tap();
  const graph = page.getByRole('group', { name: 'Large graph' });
  const first = graph.getByRole('button', { name: /, 1 of 500,/ });
  await expect(first).toBeVisible();
  await graph.getByRole('button', { name: /^Fit/ }).tap();
  await expect(graph.locator('[data-node]')).toHaveCount(1);
  const frame = await boxOf(graph);
  const { x, y, width, height } = await boxOf(first);
  // Somewhere in the next column is a box.
  for (const rows of [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5, -2.5])
    await page.touchscreen.tap(x + 1.7 * width, Math.max(y + (0.5 + rows) * height, frame.y + 4));
  await expect(graph.locator('[aria-pressed="true"]')).toHaveCount(1);
});

test('two fingers zoom the graph where they are, and move it [R3]', async ({ page }) => {
  const { graph, session } = await opened(page, 'a pipeline');
  const frame = await boxOf(graph);
  const middle = { x: frame.x + frame.width / 2, y: frame.y + 60 };
  const beside = (by: number, down = 0) => ({ x: middle.x + by, y: middle.y + down });
  const before = await scaleOf(graph);
  await drag(session, [
    { from: beside(-120), to: beside(-60) },
    { from: beside(120), to: beside(60) },
  ]);
  await expect.poll(() => scaleOf(graph)).toBe(before / 2);
  await drag(session, [
    { from: beside(-50), to: beside(-100, 40) },
    { from: beside(50), to: beside(100, 40) },
  ]);
  await expect.poll(() => scaleOf(graph)).toBe(before);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
});

test('two fingers zoom also where both came down on nodes [R3]', async ({ page }) => {
  const { graph, session } = await opened(page, 'a pipeline');
  const middleOf = async (name: RegExp) => {
    const { x, y, width, height } = await boxOf(graph.getByRole('button', { name }));
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [left, right] = [await middleOf(/, web,/), await middleOf(/, Archive,/)];
  const before = await scaleOf(graph);
  const quarter = (right.x - left.x) / 4;
  await drag(session, [
    { from: left, to: { x: left.x + quarter, y: left.y } },
    { from: right, to: { x: right.x - quarter, y: right.y } },
  ]);
  await expect.poll(() => scaleOf(graph)).toBeLessThan(before * 0.7);
  await expect(graph.locator('[aria-pressed="true"]')).toHaveCount(0);
});
