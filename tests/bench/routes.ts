import type { Browser, Page } from '@playwright/test';
import { median } from './load.ts';
import { atBothSpeeds, type BothSpeeds, keyTimes, throttle, timeKeys, withFreshPage } from './page.ts';

const RUNS = 5;
/** Second key after `g`, and what appears when the screen is ready. */
const THERE = { key: 'p', selector: 'main[aria-label="Pipelines"] h1' };
const BACK = { key: 'd', selector: 'main[aria-label="Dashboard"] h1' };

/** First visit right after load, and after an idle time with prefetching. */
export type RouteFigures = { firstVisitMs: number; restedVisitMs: number; warmMs: number };

const REST_MS = 3000;

async function go(page: Page, to: typeof THERE): Promise<number> {
  await page.keyboard.press('g');
  await timeKeys(page, { key: to.key, selector: to.selector });
  await page.keyboard.press(to.key);
  await page.locator(to.selector).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
  const [time = 0] = await keyTimes(page);
  return time;
}

const firstVisit = (browser: Browser, url: string, rate: number): Promise<number> =>
  withFreshPage(browser, async (page) => {
    await page.goto(url);
    await page.locator(BACK.selector).waitFor();
    await throttle(page, rate);
    return go(page, THERE);
  });

const measure = (browser: Browser, url: string, rate: number): Promise<RouteFigures> =>
  withFreshPage(browser, async (page) => {
    const firstVisitMs = await firstVisit(browser, url, rate);
    await page.goto(url);
    await page.locator(BACK.selector).waitFor();
    await throttle(page, rate);
    await page.waitForTimeout(REST_MS);
    const restedVisitMs = await go(page, THERE);
    const warm: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      warm.push(await go(page, BACK));
      warm.push(await go(page, THERE));
    }
    return { firstVisitMs, restedVisitMs, warmMs: median(warm) };
  });

export async function benchRoutes(browser: Browser, url: string): Promise<BothSpeeds<RouteFigures>> {
  return atBothSpeeds(async (rate) => {
    const runs: RouteFigures[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(browser, url, rate));
    return {
      firstVisitMs: median(runs.map((one) => one.firstVisitMs)),
      restedVisitMs: median(runs.map((one) => one.restedVisitMs)),
      warmMs: median(runs.map((one) => one.warmMs)),
    };
  });
}
