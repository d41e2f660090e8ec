import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ProductApi } from '../harness/api.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import { freePort, removeFolder, startProduct } from '../harness/product.ts';
import { atBothSpeeds, type BothSpeeds, type Spread, spread, throttle, withFreshPage } from './page.ts';
import { waitForIndexes, writeArchive } from './search.ts';

const LINES = 1_000_000;
const DAY_MS = 86_400_000;
const WARM_UP_RUNS = 4;
const RUNS = 16;
const LIMIT_MS = 10_000;
const ROW = '[role="treegrid"][aria-label="Events"] [role="row"][aria-selected]';

/** Milliseconds from the key to the frame that shows the first row. It includes the 120 ms that typing waits. */
export type LogSearchBench = BothSpeeds<Spread>;

/** Call before the key is pressed. */
const timeFirstRow = (page: Page): Promise<void> =>
  page.evaluate(
    ([selector, limitMs]) => {
      const shown = new Promise<number>((resolve, reject) => {
        const press = ({ timeStamp }: KeyboardEvent) => {
          const look = () =>
            requestAnimationFrame(() => {
              if (performance.now() - timeStamp > limitMs) reject(new Error('no row was shown'));
              else if (!document.querySelector(selector)) look();
              else {
                const channel = new MessageChannel();
                channel.port1.onmessage = () => resolve(performance.now() - timeStamp);
                channel.port2.postMessage(undefined);
              }
            });
          look();
        };
        addEventListener('keydown', press, { capture: true, once: true });
      });
      Object.assign(window, { shown });
    },
    [ROW, LIMIT_MS] as const,
  );

const readShown = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);

/** None was asked before. Without its last letter, each finds nothing. */
async function type(page: Page, from: number, runs: number): Promise<Spread> {
  const times: number[] = [];
  const field = page.getByRole('combobox', { name: 'Query' });
  for (let run = from; run < from + runs; run++) {
    const text = `took>${run} level:${run % 2 === 0 ? 'warn' : 'info'}`;
    await field.fill(text.slice(0, -1));
    await page.locator(ROW).first().waitFor({ state: 'detached' });
    await page.getByText('No event matches').waitFor({ timeout: 300_000 });
    await timeFirstRow(page);
    await page.keyboard.press(text.slice(-1));
    times.push(await readShown(page));
  }
  return spread(times);
}

const countFiles = (root: string): number =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.zst')).length;

/** Typing in Log Search over a million archived lines of a day, with their indexes. */
export async function benchLogSearch(): Promise<LogSearchBench> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    const root = join(product.dataFolder, 'kept');
    const source = { name: 'web', siteId, templateId: 'tcp', config: { port: await freePort() } };
    const { id: sourceId } = await api.call('createSource', { body: { source } });
    const sink = { name: 'Kept', siteId, templateId: 'file', config: { path: join(root, 'any.ndjson') } };
    const { id: sinkId } = await api.call('createSink', { body: { sink } });
    await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
    writeArchive(root, LINES, 'ndjson.zst', { sourceId, start: (Date.now() - DAY_MS) * 1000 });
    return await atBothSpeeds((rate) =>
      withFreshPage(browser, async (page) => {
        await throttle(page, rate);
        await page.goto(`${product.url}/log-search?time=1d`);
        // Warm: the first round reads what has no index yet.
        await type(page, 0, WARM_UP_RUNS);
        await waitForIndexes(join(product.dataFolder, 'archive-index'), countFiles(root));
        return type(page, WARM_UP_RUNS, RUNS);
      }),
    );
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}
