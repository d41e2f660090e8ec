import { loadavg } from 'node:os';
import { type Browser, type CDPSession, chromium, type Page, type WebSocketRoute } from '@playwright/test';
import { LIVE_PATH } from '../../src/contract/live.ts';
import { ProductApi } from '../harness/api.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import { runPipelines } from '../harness/first-load.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { withFreshPage } from './page.ts';

const PIPELINES = 100;
const SETTLE_MS = 10_000;
const WATCHED_MS = 30_000;
const HOURS = 8;
const SCREENS = {
  dashboard: { path: '/dashboard', content: 'grid' },
  pipelines: { path: '/pipelines', content: 'grid' },
  monitoring: { path: '/monitoring', content: 'tab' },
} as const;
type ScreenName = keyof typeof SCREENS;

export type WatchingFigures = {
  /** Processor time of the page's thread, of one core. */
  coreShare: number;
  longTasks: number;
  longestTaskMs: number;
  /** Of the live channel, while watched. */
  messages: number;
};
export type WatchingBench = {
  pipelines: number;
  live: Record<ScreenName, WatchingFigures>;
  /** Heap after collection at each full hour of a simulated clock, from the first hour on. */
  hourlyHeapBytes: Record<ScreenName, number[]>;
  loadAverage: { before: number; after: number };
};

async function openScreen(page: Page, url: string, name: ScreenName): Promise<void> {
  const { path, content } = SCREENS[name];
  await page.goto(`${url}${path}`);
  await page.getByRole('main').getByRole(content).first().waitFor();
}

async function readThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

const watch = (browser: Browser, url: string, name: ScreenName): Promise<WatchingFigures> =>
  withFreshPage(browser, async (page) => {
    let messages = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => messages++));
    await openScreen(page, url, name);
    await page.waitForTimeout(SETTLE_MS);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    messages = 0;
    const before = await readThreadSeconds(session);
    await page.waitForTimeout(WATCHED_MS);
    const spent = (await readThreadSeconds(session)) - before;
    const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
    return {
      coreShare: spent / (WATCHED_MS / 1000),
      longTasks: tasks.length,
      longestTaskMs: Math.max(0, ...tasks),
      messages,
    };
  });

type Figures = { at: number; [name: string]: unknown };

/** What follows two messages of the service, `steps` later: each number goes on as between them. */
function extrapolate(from: unknown, to: unknown, steps: number): unknown {
  if (typeof from === 'number' && typeof to === 'number') return to + (to - from) * steps;
  if (typeof to !== 'object' || to === null || typeof from !== 'object' || from === null) return to;
  if (Array.isArray(to)) return to;
  return Object.fromEntries(
    Object.entries(to).map(([key, value]) => [key, extrapolate(Reflect.get(from, key), value, steps)]),
  );
}

/** Between page and service: after two messages of a topic it can go on with them at any pace. */
class LiveRelay {
  #page: WebSocketRoute | undefined;
  #topics = new Map<string, { first: Figures; second?: Figures }>();

  async open(page: Page): Promise<void> {
    await page.routeWebSocket(
      (url) => url.pathname === LIVE_PATH,
      (socket) => {
        this.#page = socket;
        const server = socket.connectToServer();
        server.onMessage((message) => this.#pass(socket, String(message)));
      },
    );
  }

  get isReady(): boolean {
    const topics = [...this.#topics.values()];
    return topics.length > 0 && topics.every(({ second }) => second !== undefined);
  }

  #pass(socket: WebSocketRoute, text: string): void {
    const message = JSON.parse(text);
    if (message.type === 'counters' || message.type === 'summaries') {
      const key = `${message.type} ${message.subscriptionId}`;
      const held = this.#topics.get(key);
      if (held?.second) return;
      this.#topics.set(key, held ? { first: held.first, second: message } : { first: message });
    }
    socket.send(text);
  }

  /** One second of messages. @param at Unix seconds of the simulated clock */
  send(second: number, at: number): void {
    for (const { first, second: last } of this.#topics.values()) {
      if (!last) continue;
      const every = Math.max(1, Math.round(last.at - first.at));
      if (second % every !== 0) continue;
      const message = { ...(extrapolate(first, last, second / every) as Figures), at };
      this.#page?.send(JSON.stringify(message));
    }
  }
}

const watchForHours = (browser: Browser, url: string, name: ScreenName): Promise<number[]> =>
  withFreshPage(browser, async (page) => {
    const relay = new LiveRelay();
    await relay.open(page);
    await page.clock.install();
    await openScreen(page, url, name);
    // A screen may watch nothing: then its calls alone go on.
    for (let waited = 0; waited < SETTLE_MS && !relay.isReady; waited += 100)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const session = await page.context().newCDPSession(page);
    const heaps: number[] = [];
    const startedAt = Date.now() / 1000;
    for (let second = 1; second <= HOURS * 3600; second++) {
      relay.send(second, startedAt + second);
      await page.clock.runFor(1000);
      if (second % 3600 !== 0) continue;
      await session.send('HeapProfiler.collectGarbage');
      heaps.push((await session.send('Runtime.getHeapUsage')).usedSize);
    }
    return heaps;
  });

/** A hundred running pipelines, watched live, and for eight hours of a simulated clock. */
export async function benchWatching(): Promise<WatchingBench> {
  const [before = 0] = loadavg();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    await runPipelines(new ProductApi(product.url), PIPELINES);
    const live = {} as WatchingBench['live'];
    const hourlyHeapBytes = {} as WatchingBench['hourlyHeapBytes'];
    const names = Object.keys(SCREENS) as ScreenName[];
    for (const name of names) live[name] = await watch(browser, product.url, name);
    for (const name of names) hourlyHeapBytes[name] = await watchForHours(browser, product.url, name);
    const [after = 0] = loadavg();
    return { pipelines: PIPELINES, live, hourlyHeapBytes, loadAverage: { before, after } };
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

export function printWatching(
  { pipelines, live, hourlyHeapBytes, loadAverage }: WatchingBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  console.log(`\nWatching ${pipelines} running pipelines; ${HOURS} hours of a simulated clock`);
  for (const [name, one] of Object.entries(live)) {
    row(
      `${name}: of a core, in the page`,
      `${(one.coreShare * 100).toFixed(1)} %`,
      `must <= 5 %; ${one.messages} messages`,
    );
    row(
      `${name}: long tasks`,
      `${one.longTasks}, ${Math.round(one.longestTaskMs)} ms`,
      `must be 0 in ${WATCHED_MS / 1000} s`,
    );
  }
  for (const [name, heaps] of Object.entries(hourlyHeapBytes)) {
    const megabytes = heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ');
    const growth = Math.max(...heaps) / (heaps[0] ?? 1) - 1;
    row(`${name}: heap each hour`, `${(growth * 100).toFixed(1)} %`, `must <= 10 %; ${megabytes} MB`);
  }
  row(
    'load average before / after',
    `${loadAverage.before.toFixed(1)} / ${loadAverage.after.toFixed(1)}`,
    '',
  );
}
