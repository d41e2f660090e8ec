import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { listPathsBeforeContent, markFirstContent } from '../harness/first-load.ts';
import { median } from './load.ts';
import { type BothSpeeds, SPEEDS, type Speed, throttle, withFreshPage } from './page.ts';

const RUNS = 5;
/** First content of an empty site's dashboard. */
const FIRST_CONTENT = /^Start the example pipeline/;
const BLOCKING_MS = 50;

export type LoadFigures = {
  requests: number;
  scriptGzipBytes: number;
  styleGzipBytes: number;
  firstContentfulPaintMs: number;
  largestContentfulPaintMs: number;
  /** Total time over 50 ms of tasks that end after first paint. */
  totalBlockingMs: number;
  longestTaskMs: number;
  layoutShift: number;
  heapAfterGcBytes: number;
};

type Paints = Pick<
  LoadFigures,
  'firstContentfulPaintMs' | 'largestContentfulPaintMs' | 'totalBlockingMs' | 'longestTaskMs' | 'layoutShift'
>;

const readPaints = (blockingMs: number): Promise<Paints> => {
  const read = (type: string): Promise<PerformanceEntry[]> =>
    new Promise((resolve) => {
      const entries: PerformanceEntry[] = [];
      new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
      requestIdleCallback(() => setTimeout(() => resolve(entries), 100), { timeout: 500 });
    });
  return Promise.all(['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map(read)).then(
    ([paints = [], largest = [], tasks = [], shifts = []]) => {
      const first = paints.find((entry) => entry.name === 'first-contentful-paint')?.startTime ?? 0;
      const late = tasks.filter((task) => task.startTime + task.duration > first);
      return {
        firstContentfulPaintMs: first,
        largestContentfulPaintMs: largest.at(-1)?.startTime ?? 0,
        totalBlockingMs: late.reduce((sum, task) => sum + Math.max(0, task.duration - blockingMs), 0),
        longestTaskMs: Math.max(0, ...tasks.map((task) => task.duration)),
        layoutShift: shifts.reduce((sum, shift) => sum + Number(Reflect.get(shift, 'value')), 0),
      };
    },
  );
};

const loadOnce = (browser: Browser, url: string, rate: number): Promise<LoadFigures> =>
  withFreshPage(browser, async (page) => {
    const session = await throttle(page, rate);
    const responses = new Map<string, Response>();
    page.on('response', (response) => responses.set(new URL(response.url()).pathname, response));
    await markFirstContent(page);
    await page.goto(url, { waitUntil: 'load' });
    // The screen has its data; later requests do not count.
    await page.getByRole('main').getByRole('button', { name: FIRST_CONTENT }).waitFor();
    const early = await listPathsBeforeContent(page);
    const paints = await page.evaluate(readPaints, BLOCKING_MS);
    const bytesOf = async (type: string): Promise<number> => {
      const asked = early.flatMap((path) => responses.get(path) ?? []);
      const ofType = asked.filter((response) => response.request().resourceType() === type);
      const bodies = await Promise.all(ofType.map((response) => response.body()));
      return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    };
    const [scriptGzipBytes, styleGzipBytes] = [await bytesOf('script'), await bytesOf('stylesheet')];
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return {
      // The page itself is not among its resources.
      requests: 1 + early.length,
      scriptGzipBytes,
      styleGzipBytes,
      ...paints,
      heapAfterGcBytes: usedSize,
    };
  });

const medianLoad = (loads: LoadFigures[]): LoadFigures => {
  const of = (key: keyof LoadFigures) => median(loads.map((load) => load[key]));
  return {
    requests: of('requests'),
    scriptGzipBytes: of('scriptGzipBytes'),
    styleGzipBytes: of('styleGzipBytes'),
    firstContentfulPaintMs: of('firstContentfulPaintMs'),
    largestContentfulPaintMs: of('largestContentfulPaintMs'),
    totalBlockingMs: of('totalBlockingMs'),
    longestTaskMs: of('longestTaskMs'),
    layoutShift: of('layoutShift'),
    heapAfterGcBytes: of('heapAfterGcBytes'),
  };
};

/** First paint of a page without code: the machine's baseline. */
async function floorPaint(browser: Browser, rate: number): Promise<number> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>floor</title><p>Floor</p>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    return await withFreshPage(browser, async (page) => {
      await throttle(page, rate);
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
      return (await page.evaluate(readPaints, BLOCKING_MS)).firstContentfulPaintMs;
    });
  } finally {
    server.close();
  }
}

export type FirstLoad = BothSpeeds<LoadFigures & { floorPaintMs: number }>;

/** Alternates with the baseline page. */
export async function benchFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const atSpeed = async (speed: Speed) => {
    const loads: LoadFigures[] = [];
    const floors: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      floors.push(await floorPaint(browser, SPEEDS[speed]));
      loads.push(await loadOnce(browser, url, SPEEDS[speed]));
    }
    return { ...medianLoad(loads), floorPaintMs: median(floors) };
  };
  return { cpu1x: await atSpeed('cpu1x'), cpu4x: await atSpeed('cpu4x') };
}
