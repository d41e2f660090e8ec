import type { Browser, Page } from '@playwright/test';
import { withGallery } from './gallery.ts';
import { median } from './load.ts';
import { atBothSpeeds, type BothSpeeds, type Spread, spread, throttle, withFreshPage } from './page.ts';

const NODES = 500;
const OPENINGS = 3;
const FRAMES = 120;
const PAN_PX = 24;

export type GraphFigures = {
  /** From the opening press until every node is painted: visible ones as cards, others as boxes. */
  openMs: number;
  panFrameMs: Spread;
  zoomFrameMs: Spread;
  /** From an arrow key until the next node is focused and painted. */
  arrowMs: Spread;
};
export type GraphBench = {
  nodes: number;
  edges: number;
  layoutMs: Spread;
  editMs: Spread;
  browser: BothSpeeds<GraphFigures>;
};

async function benchLayout() {
  const { createBranchingGraph } = await import(
    '../../src/console/components/widgets/graph/layout/testing-graph.ts'
  );
  const { computePlan } = await import('../../src/console/components/widgets/graph/layout/compute.ts');
  const { adjustPlan } = await import('../../src/console/components/widgets/graph/layout/adjust.ts');
  const graph = createBranchingGraph(NODES);
  let plan = await computePlan(graph);
  const [layouts, edits]: [number[], number[]] = [[], []];
  for (let run = 0; run < 15; run++) {
    const startedAt = performance.now();
    plan = await computePlan(graph);
    layouts.push(performance.now() - startedAt);
    const added = { ids: [...graph.ids, 'new'], edges: [...graph.edges, { from: 'n3', to: 'new' }] };
    const editedAt = performance.now();
    adjustPlan(plan, added);
    edits.push(performance.now() - editedAt);
  }
  return { edges: graph.edges.length, layoutMs: spread(layouts), editMs: spread(edits) };
}

const open = (page: Page): Promise<number> =>
  page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const afterFrame = (done: () => void) =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = done;
            channel.port2.postMessage(undefined);
          });
        // Visible cards appear together, with a box for every node.
        const isDrawn = () => {
          const boxes = [...document.querySelectorAll('path[data-tone="near"]')];
          const drawn = boxes.reduce(
            (sum, path) => sum + (path.getAttribute('d')?.split('M').length ?? 1) - 1,
            0,
          );
          return drawn === count && document.querySelectorAll('[data-node]').length > 20;
        };
        const look = () =>
          afterFrame(() => {
            if (isDrawn()) resolve(performance.now() - startedAt);
            else look();
          });
        const button = [...document.querySelectorAll('button')].find((one) =>
          one.textContent?.startsWith('Open '),
        );
        button?.click();
        look();
      }),
    NODES,
  );

/** One wheel event per frame; returns the frame times. */
const wheelFrames = (page: Page, isZoom: boolean): Promise<number[]> =>
  page.evaluate(
    ({ frames, pixels, isZoom }) =>
      new Promise<number[]>((resolve) => {
        const frame = document.querySelector('[aria-roledescription="graph"]')!;
        const box = frame.getBoundingClientRect();
        const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
        const times: number[] = [];
        let before = 0;
        const step = (now: number) => {
          if (before > 0) times.push(now - before);
          before = now;
          if (times.length >= frames) return resolve(times);
          const forth = times.length % (frames / 2) < frames / 4 ? 1 : -1;
          const travel = isZoom
            ? { deltaY: forth * 12, ctrlKey: true }
            : { deltaX: forth * pixels, deltaY: forth * 8 };
          frame.dispatchEvent(new WheelEvent('wheel', { ...travel, ...at, bubbles: true, cancelable: true }));
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { frames: FRAMES, pixels: PAN_PX, isZoom },
  );

const walk = (page: Page): Promise<number[]> =>
  page.evaluate(
    (steps) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const press = () => {
          if (times.length >= steps) return resolve(times);
          const key = times.length % 12 < 6 ? 'ArrowRight' : 'ArrowLeft';
          const startedAt = performance.now();
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          );
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              times.push(performance.now() - startedAt);
              requestAnimationFrame(press);
            };
            channel.port2.postMessage(undefined);
          });
        };
        press();
      }),
    36,
  );

const measure = async (browser: Browser, url: string, rate: number): Promise<GraphFigures> => {
  const opens: number[] = [];
  let rest: Omit<GraphFigures, 'openMs'> | undefined;
  for (let run = 0; run < OPENINGS; run++) {
    await withFreshPage(browser, async (page) => {
      await page.goto(url);
      await page.getByRole('button', { name: /^Open / }).waitFor();
      await throttle(page, rate);
      opens.push(await open(page));
      if (run < OPENINGS - 1) return;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
      const panFrameMs = spread(await wheelFrames(page, false));
      await page.keyboard.press('Tab');
      await page.locator('[data-node][tabindex="0"]').focus();
      const arrowMs = spread(await walk(page));
      rest = { panFrameMs, arrowMs, zoomFrameMs: spread(await wheelFrames(page, true)) };
    });
  }
  if (!rest) throw new Error('nothing was measured');
  return { openMs: median(opens), ...rest };
};

export async function benchGraph(): Promise<GraphBench> {
  const layout = await benchLayout();
  return withGallery({ page: 'graph', state: `${NODES} nodes` }, async (browser, url) => ({
    nodes: NODES,
    ...layout,
    browser: await atBothSpeeds((rate) => measure(browser, url, rate)),
  }));
}

export function printGraph(
  graph: GraphBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  const both = (read: (one: GraphFigures) => number) =>
    `${ms(read(graph.browser.cpu1x))} / ${ms(read(graph.browser.cpu4x))}`;
  console.log(
    `\nGraph of ${graph.nodes} nodes and ${graph.edges} connections at 1440x900; 1x / 4x throttled`,
  );
  row(
    'layout anew, median / p95',
    `${ms(graph.layoutMs.median)} / ${ms(graph.layoutMs.p95)}`,
    'must <= 100 ms (dagre 353, elk 188), in a worker',
  );
  row('layout after an edit, median / p95', `${ms(graph.editMs.median)} / ${ms(graph.editMs.p95)}`, '');
  row(
    'click to all in sight painted',
    both((one) => one.openMs),
    'must <= 350 / 1200 ms (peer 599 / 2453 ms)',
  );
  row(
    'panning, frame p95',
    both((one) => one.panFrameMs.p95),
    '(peer 16.8 / 33.4 ms)',
  );
  row(
    'zooming, frame p95',
    both((one) => one.zoomFrameMs.p95),
    '',
  );
  row(
    'arrow key to paint, p95',
    both((one) => one.arrowMs.p95),
    '',
  );
}
