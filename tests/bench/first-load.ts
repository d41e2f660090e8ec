import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ProductApi } from '../harness/api.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import {
  LOAD_ROUTES,
  type LoadRoute,
  listFilesOf,
  listRequested,
  markContent,
  seedLoad,
  sumGzipBytes,
} from '../harness/first-load.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { median } from './load.ts';
import { type BothSpeeds, SPEEDS, type Speed, throttle, withFreshPage } from './page.ts';

const RUNS = 5;
const BLOCKING_MS = 50;
/** Of the sources that are imported. */
const FIRST_PORT = 29_700;

export type LoadFigures = {
  requests: number;
  scripts: number;
  scriptGzipBytes: number;
  styleGzipBytes: number;
  contentMs: number;
  /** Of what follows tabs: nodes or charts. */
  wholeMs: number;
  firstContentfulPaintMs: number;
  largestContentfulPaintMs: number;
  /** Total time over 50 ms of tasks from the first paint until a moment after the content. */
  totalBlockingMs: number;
  longestTaskMs: number;
  layoutShift: number;
  heapAfterGcBytes: number;
};

type Paints = Pick<
  LoadFigures,
  'firstContentfulPaintMs' | 'largestContentfulPaintMs' | 'totalBlockingMs' | 'longestTaskMs' | 'layoutShift'
>;

/** A moment after the content is there. */
const SETTLED = 'settled';
const WHOLE = 'whole-content';

/**
 * Opens the route until charts or nodes and what is fetched ahead are there: without them the same screen took 1.8 MB
 * less in one run than in another. The page says so itself. Who looks into it delays it, and a locator keeps 0.7 MB of
 * its own there.
 */
async function openWhole(page: Page, url: string, route: LoadRoute): Promise<void> {
  await markContent(page, route);
  await page.addInitScript(
    ([settled, whole]) => {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName(whole).length > 0) console.debug(whole);
        if (list.getEntriesByName('first-content').length === 0) return;
        const mark = () => {
          performance.mark(settled);
          console.debug(settled);
        };
        requestIdleCallback(() => setTimeout(mark, 100), { timeout: 500 });
      }).observe({ type: 'mark' });
    },
    [SETTLED, WHOLE] as const,
  );
  const said = [SETTLED, WHOLE].map((name) =>
    page.waitForEvent('console', (message) => message.text() === name),
  );
  await page.goto(url, { waitUntil: 'load' });
  await Promise.all(said);
  await page.waitForLoadState('networkidle');
}

const readPaints = ([blockingMs, settled]: readonly [number, string]): Promise<Paints> => {
  const read = (type: string): Promise<PerformanceEntry[]> =>
    new Promise((resolve) => {
      const entries: PerformanceEntry[] = [];
      new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
      requestIdleCallback(() => setTimeout(() => resolve(entries), 100), { timeout: 500 });
    });
  return Promise.all(['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map(read)).then(
    ([paints = [], largest = [], tasks = [], shifts = []]) => {
      const first = paints.find((entry) => entry.name === 'first-contentful-paint')?.startTime ?? 0;
      const end = performance.getEntriesByName(settled)[0]?.startTime ?? Number.POSITIVE_INFINITY;
      const counted = tasks.filter((task) => task.startTime + task.duration > first && task.startTime < end);
      return {
        firstContentfulPaintMs: first,
        largestContentfulPaintMs: largest.at(-1)?.startTime ?? 0,
        totalBlockingMs: counted.reduce((sum, task) => sum + Math.max(0, task.duration - blockingMs), 0),
        longestTaskMs: Math.max(0, ...tasks.map((task) => task.duration)),
        layoutShift: shifts.reduce((sum, shift) => sum + Number(Reflect.get(shift, 'value')), 0),
      };
    },
  );
};

/** `Fast 4G` of Chromium's own tools: milliseconds and bytes per second. */
const FAST_4G = { latency: 165, downloadThroughput: 1_125_000, uploadThroughput: 168_750 };

const timeOfMark = (page: Page, mark: string): Promise<number> =>
  page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, mark);

const loadOnce = (
  browser: Browser,
  url: string,
  route: LoadRoute,
  rate: number,
  network?: typeof FAST_4G,
): Promise<Omit<LoadFigures, 'heapAfterGcBytes'>> =>
  withFreshPage(browser, async (page) => {
    const session = await throttle(page, rate);
    if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
    // What a tab shows may be the largest, and comes after the tabs.
    await openWhole(page, url, route);
    const paints = await page.evaluate(readPaints, [BLOCKING_MS, SETTLED] as const);
    const requested = await listRequested(page);
    const scripts = listFilesOf(requested, '.js', true);
    return {
      // The page itself is not among its resources.
      requests: 1 + requested.filter(({ isEarly }) => isEarly).length,
      scripts: scripts.length,
      scriptGzipBytes: sumGzipBytes(scripts),
      styleGzipBytes: sumGzipBytes(listFilesOf(requested, '.css', true)),
      contentMs: await timeOfMark(page, 'first-content'),
      wholeMs: await timeOfMark(page, WHOLE),
      ...paints,
    };
  });

/** In a page of its own, since collecting delays what is drawn after it. */
const readHeapBytes = (browser: Browser, url: string, route: LoadRoute): Promise<number> =>
  withFreshPage(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await openWhole(page, url, route);
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  });

function medianLoad(loads: readonly LoadFigures[]): LoadFigures {
  const names = Object.keys(loads[0] ?? {}) as (keyof LoadFigures)[];
  const of = (name: keyof LoadFigures) => median(loads.map((load) => load[name]));
  return Object.fromEntries(names.map((name) => [name, of(name)])) as LoadFigures;
}

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
      return (await page.evaluate(readPaints, [BLOCKING_MS, SETTLED] as const)).firstContentfulPaintMs;
    });
  } finally {
    server.close();
  }
}

export type FirstLoadBench = {
  /** `fast4G` is at a fourth of the speed. */
  routes: Record<string, BothSpeeds<LoadFigures> & { fast4G: LoadFigures }>;
  floorPaintMs: BothSpeeds<number>;
  /** One-minute load averages before and after. Above the core count, times are unreliable. */
  loadAverage: { before: number; after: number };
};

/** Every route with ten running pipelines, in turns with a page without code. */
export async function benchFirstLoad(): Promise<FirstLoadBench> {
  const [before = 0] = loadavg();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const pipelines = await seedLoad(new ProductApi(product.url), FIRST_PORT);
    const floors: Record<Speed, number[]> = { cpu1x: [], cpu4x: [] };
    const measure = async (route: LoadRoute, speed: Speed, network?: typeof FAST_4G) => {
      const loads: LoadFigures[] = [];
      const address = `${product.url}${route.path(pipelines)}`;
      const heapAfterGcBytes = await readHeapBytes(browser, address, route);
      for (let run = 0; run < RUNS; run++) {
        floors[speed].push(await floorPaint(browser, SPEEDS[speed]));
        const figures = await loadOnce(browser, address, route, SPEEDS[speed], network);
        loads.push({ ...figures, heapAfterGcBytes });
      }
      return medianLoad(loads);
    };
    const routes: FirstLoadBench['routes'] = {};
    for (const route of LOAD_ROUTES)
      routes[route.name] = {
        cpu1x: await measure(route, 'cpu1x'),
        cpu4x: await measure(route, 'cpu4x'),
        fast4G: await measure(route, 'cpu4x', FAST_4G),
      };
    const [after = 0] = loadavg();
    return {
      routes,
      floorPaintMs: { cpu1x: median(floors.cpu1x), cpu4x: median(floors.cpu4x) },
      loadAverage: { before, after },
    };
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

export function printFirstLoad(
  { routes, floorPaintMs, loadAverage }: FirstLoadBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const both = (figures: BothSpeeds<LoadFigures>, name: keyof LoadFigures) =>
    `${Math.round(figures.cpu1x[name])} / ${Math.round(figures.cpu4x[name])} ms`;
  console.log('\nFirst load with ten running pipelines, medians of five; 1x / 4x throttled');
  row(
    'floor: a page without code',
    `${Math.round(floorPaintMs.cpu1x)} / ${Math.round(floorPaintMs.cpu4x)} ms`,
    '',
  );
  for (const { name, whole, budget } of LOAD_ROUTES) {
    const figures = routes[name];
    if (!figures) continue;
    const { cpu1x } = figures;
    const kilobytes = (cpu1x.scriptGzipBytes / 1000).toFixed(1);
    row(
      `${name}: script before its content`,
      `${kilobytes} kB, ${cpu1x.scripts} files`,
      `must <= ${budget.scriptBytes / 1000} kB, ${budget.scripts} files`,
    );
    row(`${name}: requests before its content`, String(cpu1x.requests), `must <= ${budget.requests}`);
    row(`${name}: content`, both(figures, 'contentMs'), 'must <= 550 / 1500 ms');
    if (whole) row(`${name}: nodes or charts`, both(figures, 'wholeMs'), 'must <= 550 / 1500 ms');
    row(
      `${name}: largest contentful paint`,
      both(figures, 'largestContentfulPaintMs'),
      'must <= 500 / 1200 ms',
    );
    row(
      `${name}: largest contentful paint, Fast 4G`,
      `${Math.round(figures.fast4G.largestContentfulPaintMs)} ms`,
      '4x: must <= 1700 ms',
    );
    row(`${name}: total blocking time`, both(figures, 'totalBlockingMs'), '4x: must <= 150 ms');
    row(`${name}: heap after GC`, `${(cpu1x.heapAfterGcBytes / 1e6).toFixed(1)} MB`, 'must <= 8 MB');
  }
  row(
    'load average before / after',
    `${loadAverage.before.toFixed(1)} / ${loadAverage.after.toFixed(1)}`,
    'above the number of cores, the times above are not the console’s own',
  );
}
