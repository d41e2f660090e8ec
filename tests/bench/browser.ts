import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page, type Response } from '@playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from '../harness/chromium.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { median } from './load.ts';

const RUNS = 5;
const THROTTLE = 4;
/** What the dashboard of an empty site offers. */
const FIRST_CONTENT = /^Start the example pipeline/;

export type LoadFigures = {
  requests: number;
  scriptGzipBytes: number;
  styleGzipBytes: number;
  firstContentfulPaintMs: number;
  largestContentfulPaintMs: number;
};
export type BrowserFigures = {
  firstLoad: { cpu1x: LoadFigures; cpu4x: LoadFigures };
  paletteKeystrokeToPaintMs: {
    cpu1x: { median: number; p95: number };
    cpu4x: { median: number; p95: number };
  };
};

const throttle = async (page: Page, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
};

async function loadOnce(browser: Browser, url: string, rate: number): Promise<LoadFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await throttle(page, rate);
  const figures = { requests: 0, scriptGzipBytes: 0, styleGzipBytes: 0 };
  const bodies: Promise<void>[] = [];
  const count = (response: Response) => {
    figures.requests++;
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    bodies.push(
      response.body().then((body) => {
        const bytes = gzipSync(body, { level: 9 }).length;
        if (type === 'script') figures.scriptGzipBytes += bytes;
        else figures.styleGzipBytes += bytes;
      }),
    );
  };
  page.on('response', count);
  await page.goto(url, { waitUntil: 'load' });
  // The data of the screen is there: what comes later is no part of the first load.
  await page.getByRole('main').getByRole('button', { name: FIRST_CONTENT }).waitFor();
  page.off('response', count);
  const paints = await page.evaluate(
    () =>
      new Promise<{ first: number; largest: number }>((resolve) => {
        let largest = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) largest = entry.startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        requestIdleCallback(() => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
          resolve({ first, largest });
        });
      }),
  );
  await Promise.all(bodies);
  await context.close();
  return { ...figures, firstContentfulPaintMs: paints.first, largestContentfulPaintMs: paints.largest };
}

const medianLoad = (loads: LoadFigures[]): LoadFigures => ({
  requests: median(loads.map((load) => load.requests)),
  scriptGzipBytes: median(loads.map((load) => load.scriptGzipBytes)),
  styleGzipBytes: median(loads.map((load) => load.styleGzipBytes)),
  firstContentfulPaintMs: median(loads.map((load) => load.firstContentfulPaintMs)),
  largestContentfulPaintMs: median(loads.map((load) => load.largestContentfulPaintMs)),
});

/** Milliseconds from a key event's own time stamp to the frame after the list changed, for each key typed. */
async function paletteKeystrokes(browser: Browser, url: string, rate: number): Promise<number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('main').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await throttle(page, rate);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokeTimes: times });
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
  for (let round = 0; round < 4; round++) {
    for (const letter of 'pipeline') await page.keyboard.press(letter, { delay: 30 });
    for (let back = 0; back < 8; back++) await page.keyboard.press('Backspace', { delay: 30 });
  }
  const times = await page.evaluate(() => (window as unknown as { keystrokeTimes: number[] }).keystrokeTimes);
  await context.close();
  return times;
}

const spread = (times: number[]) => {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: median(times), p95: sorted[Math.floor(0.95 * (sorted.length - 1))]! };
};

/** First load and palette latency of the built console, at full speed and at a quarter of it. */
export async function benchBrowser(): Promise<BrowserFigures> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const loads = async (rate: number) => {
    const figures: LoadFigures[] = [];
    for (let run = 0; run < RUNS; run++) figures.push(await loadOnce(browser, product.url, rate));
    return medianLoad(figures);
  };
  try {
    return {
      firstLoad: { cpu1x: await loads(1), cpu4x: await loads(THROTTLE) },
      paletteKeystrokeToPaintMs: {
        cpu1x: spread(await paletteKeystrokes(browser, product.url, 1)),
        cpu4x: spread(await paletteKeystrokes(browser, product.url, THROTTLE)),
      },
    };
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}
