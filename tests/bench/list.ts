import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ProductApi } from '../harness/api.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import { buildName, importPipelines } from '../harness/many-pipelines.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { median } from './load.ts';
import {
  atBothSpeeds,
  type BothSpeeds,
  keyTimes,
  type Spread,
  spread,
  throttle,
  timeKeys,
  withFreshPage,
} from './page.ts';
import { scrollFrames } from './table.ts';

const PIPELINES = 5000;
const OPENINGS = 3;
const SORTS = 6;
const ROUNDS = 4;
const WORD = 'redact';
const STEP_PX = 120;
const CALLS = ['/v1/pipelines', '/v1/node-names', '/v1/analytics/pipelines/summary'] as const;

export type ListFigures = {
  openMs: number;
  scrollFrameMs: Spread;
  keystrokeMs: Spread;
  sortMs: number;
};
/** Bytes of a call for one opening, all pages included: sent and uncompressed. */
export type Traffic = { call: string; answers: number; sentBytes: number; wholeBytes: number };
export type ListBench = BothSpeeds<ListFigures> & {
  pipelines: number;
  importSeconds: number;
  traffic: Traffic[];
  /** One-minute load average at the end. Above the core count, the figures are unreliable. */
  loadAverage: number;
};

const firstRows = (page: Page) => page.getByRole('grid', { name: 'Pipelines' }).getByRole('row').nth(5);

/** Milliseconds since navigation, after the next frame. */
const afterFrame = (page: Page): Promise<number> =>
  page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
  );

const sort = (page: Page, heading: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const header = [...document.querySelectorAll<HTMLElement>('[role="columnheader"]')].find((one) =>
          one.textContent?.includes(name),
        );
        if (!header) return reject(new Error(`no heading ${name}`));
        const startedAt = performance.now();
        (header.querySelector('button') ?? header).click();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - startedAt);
          channel.port2.postMessage(undefined);
        });
      }),
    heading,
  );

async function search(page: Page): Promise<Spread> {
  await page.getByRole('searchbox', { name: 'Search by name' }).focus();
  await timeKeys(page);
  for (let round = 0; round < ROUNDS; round++) {
    for (const letter of WORD) await page.keyboard.press(letter, { delay: 30 });
    for (let back = 0; back < WORD.length; back++) await page.keyboard.press('Backspace', { delay: 30 });
  }
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
  return spread(await keyTimes(page));
}

const measure = (browser: Browser, url: string, rate: number) =>
  withFreshPage(browser, async (page): Promise<ListFigures> => {
    const openings: number[] = [];
    await throttle(page, rate);
    for (let run = 0; run < OPENINGS; run++) {
      await page.goto(`${url}/pipelines`);
      await firstRows(page).waitFor();
      openings.push(await afterFrame(page));
    }
    await page.waitForLoadState('networkidle');
    await scrollFrames(page, STEP_PX);
    const frames = await scrollFrames(page, STEP_PX);
    const sorts: number[] = [];
    for (let run = 0; run < SORTS; run++) sorts.push(await sort(page, run % 2 === 0 ? 'Name' : 'Source'));
    return {
      openMs: median(openings),
      scrollFrameMs: spread(frames),
      keystrokeMs: await search(page),
      sortMs: median(sorts),
    };
  });

const trafficOf = (browser: Browser, url: string) =>
  withFreshPage(browser, async (page): Promise<Traffic[]> => {
    await page.goto(`${url}/pipelines`);
    await firstRows(page).waitFor();
    await page.waitForLoadState('networkidle');
    return page.evaluate((calls) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return calls.map((call) => {
        const own = entries.filter(({ name }) => new URL(name).pathname === call);
        const sum = (read: (one: PerformanceResourceTiming) => number) =>
          own.reduce((total, one) => total + read(one), 0);
        return {
          call,
          answers: own.length,
          sentBytes: sum((one) => one.encodedBodySize),
          wholeBytes: sum((one) => one.decodedBodySize),
        };
      });
    }, CALLS);
  });

export async function benchList(): Promise<ListBench> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const api = new ProductApi(product.url);
    const started = performance.now();
    await importPipelines(api, PIPELINES);
    const importSeconds = (performance.now() - started) / 1000;
    const traffic = await trafficOf(browser, product.url);
    const speeds = await atBothSpeeds((rate) => measure(browser, product.url, rate));
    const [loadAverage = 0] = loadavg();
    return { ...speeds, pipelines: PIPELINES, importSeconds, traffic, loadAverage };
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

export function printList(
  list: ListBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const both = (read: (one: ListFigures) => number) => `${ms(read(list.cpu1x))} / ${ms(read(list.cpu4x))}`;
  console.log(
    `\nList of ${list.pipelines} pipelines (${buildName(0)} …) from the service at 1440x900; 1x / 4x throttled`,
  );
  row(
    'address to first rows',
    both((one) => one.openMs),
    '',
  );
  row(
    'scrolling 120 px a frame, median',
    both((one) => one.scrollFrameMs.median),
    '',
  );
  row(
    'scrolling 120 px a frame, p95',
    both((one) => one.scrollFrameMs.p95),
    '4x: must <= 25 ms',
  );
  row(
    'search, key to paint p95',
    both((one) => one.keystrokeMs.p95),
    'must <= 25 / 80 ms',
  );
  row(
    'sort to paint',
    both((one) => one.sortMs),
    '',
  );
  for (const { call, answers, sentBytes, wholeBytes } of list.traffic) {
    const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
    row(`${call}, ${answers} answers`, `${kilobytes(sentBytes)} of ${kilobytes(wholeBytes)}`, '');
  }
  row('import of all of them', `${list.importSeconds.toFixed(1)} s`, '');
  row('load of the machine', list.loadAverage.toFixed(1), '');
}
