import type { Browser, CDPSession, Page } from '@playwright/test';
import { withGallery } from './gallery.ts';
import { median } from './load.ts';

const THROTTLE = 4;
const FRAMES = 240;
const STEP_PX = 120;
const FLING_PX = 2800;
const ROUND_TRIPS = 10;
const KEYS = 60;

export type FrameFigures = { median: number; p95: number };
export type TableFigures = {
  rows: number;
  /** Frame times in ms at a quarter of the speed. */
  stepFrameMs: FrameFigures;
  flingFrameMs: FrameFigures;
  /** From an arrow key's time stamp to the next frame, in ms. */
  arrowKeyMs: { cpu1x: FrameFigures; cpu4x: FrameFigures };
  heapBytes: { before: number; after: number };
  domNodes: { before: number; after: number };
  /** Announced index of the row that Ctrl+End reaches; the heading counts. */
  lastRowIndex: number;
};

const spread = (times: number[]): FrameFigures => {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: median(times), p95: sorted[Math.floor(0.95 * (sorted.length - 1))]! };
};

/** Returns the frame times. */
export const scrollFrames = (page: Page, pixels: number): Promise<number[]> =>
  page.evaluate(
    ({ pixels, frames }) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role="grid"]')!;
        const times: number[] = [];
        let before = 0;
        const step = (now: number) => {
          if (before > 0) times.push(now - before);
          before = now;
          if (times.length >= frames) return resolve(times);
          grid.scrollTop += times.length < frames / 2 ? pixels : -pixels;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { pixels, frames: FRAMES },
  );

async function arrowKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { arrowTimes: times });
    addEventListener(
      'keydown',
      (event) => {
        const startedAt = event.timeStamp;
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - startedAt);
          channel.port2.postMessage(undefined);
        });
      },
      true,
    );
  });
  for (let at = 0; at < KEYS; at++) await page.keyboard.press('ArrowDown', { delay: 20 });
  return page.evaluate(() => (window as unknown as { arrowTimes: number[] }).arrowTimes);
}

async function memory(page: Page, session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heap: of('JSHeapUsedSize'),
    nodes: await page.evaluate(() => document.querySelectorAll('*').length),
  };
}

async function measure(browser: Browser, url: string): Promise<TableFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.goto(url);
  const grid = page.getByRole('grid');
  await grid.getByRole('row').nth(5).waitFor();
  await grid.focus();
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;

  const arrows1x = await arrowKeys(page);
  await throttle(THROTTLE);
  const arrows4x = await arrowKeys(page);
  await scrollFrames(page, STEP_PX);
  const steps = await scrollFrames(page, STEP_PX);
  const flings = await scrollFrames(page, FLING_PX);
  await throttle(1);

  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Home');
  const before = await memory(page, session);
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    await scrollFrames(page, FLING_PX);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Home');
  }
  const after = await memory(page, session);
  await page.keyboard.press('Control+End');
  const lastRowIndex = await grid.evaluate((element) =>
    Number(
      document
        .getElementById(element.getAttribute('aria-activedescendant') ?? '')
        ?.getAttribute('aria-rowindex'),
    ),
  );
  await context.close();
  return {
    rows,
    stepFrameMs: spread(steps),
    flingFrameMs: spread(flings),
    arrowKeyMs: { cpu1x: spread(arrows1x), cpu4x: spread(arrows4x) },
    heapBytes: { before: before.heap, after: after.heap },
    domNodes: { before: before.nodes, after: after.nodes },
    lastRowIndex,
  };
}

export function benchTable(): Promise<TableFigures> {
  return withGallery({ page: 'table', state: '100,000 rows' }, measure);
}

export function printTable(
  table: TableFigures,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const frames = ({ median, p95 }: FrameFigures) => `${ms(median)} / ${ms(p95)}`;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(`\nTable of ${table.rows} rows at 1440x900; frames at a quarter of the speed, median / p95`);
  row('scrolling 120 px a frame', frames(table.stepFrameMs), 'p95 must <= 25 ms');
  row('fling of 2,800 px a frame', frames(table.flingFrameMs), 'p95 must <= 50 ms');
  row('arrow key to paint, 1x', frames(table.arrowKeyMs.cpu1x), '');
  row('arrow key to paint, 4x', frames(table.arrowKeyMs.cpu4x), '');
  const { before, after } = table.heapBytes;
  row('heap around ten round trips', `${megabytes(before)} / ${megabytes(after)} MB`, 'must stay flat');
  row('elements around them', `${table.domNodes.before} / ${table.domNodes.after}`, 'must stay flat');
  row('Ctrl+End lands on row', String(table.lastRowIndex - 1), `must be ${table.rows}`);
}
