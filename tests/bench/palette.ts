import type { Browser, Page } from '@playwright/test';
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

const OPENINGS = 5;
const ROUNDS = 4;
const WORD = 'pipeline';
const FIELD = '[role="dialog"] [role="combobox"]';

export type PaletteFigures = { openMs: number; keystrokeMs: Spread };

const VERBS = ['ingest', 'parse', 'route', 'archive', 'redact', 'sample', 'mirror', 'enrich'];

/** Fakes this many pipeline names; creating real ones takes minutes. */
const withNames = (page: Page, siteId: string, count: number): Promise<unknown> =>
  page.route('**/v1/pipeline-names*', (route) =>
    route.fulfill({
      json: {
        sitePipelineNames: [
          {
            siteId,
            pipelineNames: Array.from({ length: count }, (_, index) => ({
              id: `3${String(index).padStart(17, '0')}`,
              name: `${VERBS[index % VERBS.length]} pipeline ${index}`,
            })),
          },
        ],
      },
    }),
  );

const measure = (browser: Browser, url: string, siteId: string, entries: number, rate: number) =>
  withFreshPage(browser, async (page): Promise<PaletteFigures> => {
    await withNames(page, siteId, entries);
    await page.goto(url);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    // The first opening loads code and names; only later ones are measured.
    await page.keyboard.press('Control+k');
    await page.locator(FIELD).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(FIELD).waitFor({ state: 'detached' });
    await throttle(page, rate);
    await timeKeys(page, { key: 'k', selector: FIELD });
    const openings: number[] = [];
    for (let run = 0; run < OPENINGS; run++) {
      await page.keyboard.press('Control+k');
      await page.locator(FIELD).waitFor();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
      openings.push(...(await keyTimes(page)));
      if (run === OPENINGS - 1) break;
      await page.keyboard.press('Escape');
      await page.locator(FIELD).waitFor({ state: 'detached' });
    }
    await timeKeys(page);
    for (let round = 0; round < ROUNDS; round++) {
      for (const letter of WORD) await page.keyboard.press(letter, { delay: 30 });
      for (let back = 0; back < WORD.length; back++) await page.keyboard.press('Backspace', { delay: 30 });
    }
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
    return { openMs: median(openings), keystrokeMs: spread(await keyTimes(page)) };
  });

export type PaletteBench = Record<'entries5000' | 'entries20000', BothSpeeds<PaletteFigures>>;

export async function benchPalette(browser: Browser, url: string, siteId: string): Promise<PaletteBench> {
  const over = (entries: number) => atBothSpeeds((rate) => measure(browser, url, siteId, entries, rate));
  return { entries5000: await over(5000), entries20000: await over(20_000) };
}
