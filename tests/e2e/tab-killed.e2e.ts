// Slow: kills the tab several times, and opens it again.
import type { BrowserContext, Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf } from './support/graph.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/** Few in `npm test`, fifty in `npm run test:long`. */
const KILLS = process.env.PENSTOCK_TEST_LONG ? 50 : 5;
/** Maximum age of lost typing. */
const LOST_MS = 1000;
const KEY_MS = 40;

const descriptionOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });

async function openPage(context: BrowserContext, pipelineId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  await expect(descriptionOf(page)).toBeVisible({ timeout: 30_000 });
  return page;
}

const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const request = indexedDB.open('keyval-store');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const read = database.transaction('keyval').objectStore('keyval').getAll();
    const values = await new Promise<unknown>((resolve) => {
      read.onsuccess = () => resolve(read.result);
    });
    database.close();
    return JSON.stringify(values);
  });

/** Like a crash: no event handlers run. */
async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

test(`a killed tab loses a second at most, ${KILLS} times [E18]`, async ({ context }) => {
  test.setTimeout(60_000 + KILLS * 40_000);
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Killed',
    source: { name: 'In', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Out', templateId: 'blackhole', config: {} }],
  });
  let known = 0;
  let longestLost = 0;
  let page = await openPage(context, built.pipelineId);
  for (let round = 1; round <= KILLS; round += 1) {
    const field = descriptionOf(page);
    await field.focus();
    await page.keyboard.press('End');
    const typed: { at: number; length: number }[] = [];
    const end = Date.now() + 300 + Math.random() * 2500;
    while (Date.now() < end) {
      // As one types: keys without a pause would mostly measure how fast the screen is drawn.
      await page.keyboard.press('x', { delay: KEY_MS });
      known += 1;
      typed.push({ at: Date.now(), length: known });
    }
    const killedAt = Date.now();
    await kill(page);
    page = await openPage(context, built.pipelineId);
    await expect(toast(page, /Unsaved changes of .* were restored/)).toBeVisible();
    const kept = (await descriptionOf(page).inputValue()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(known);
    // Age of the oldest lost key when the tab died.
    const firstLost = typed.find(({ length }) => length > kept);
    const lost = firstLost ? killedAt - firstLost.at : 0;
    expect(lost, `round ${round}: ${known} typed, ${kept} kept`).toBeLessThanOrEqual(LOST_MS);
    expect(kept, `round ${round}`).toBeGreaterThanOrEqual(known - typed.length);
    longestLost = Math.max(longestLost, lost);
    known = kept;
  }
  console.log(`${KILLS} tabs killed: at most ${longestLost} ms of typing lost`);
});

test('undo steps survive a kill', async ({ context }) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Steps',
    source: { name: 'In 2', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Out 2', templateId: 'blackhole', config: {} }],
  });
  const page = await openPage(context, built.pipelineId);
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('d');
  await expect(nodeOf(page, 'Parse copy')).toBeFocused();
  await page.keyboard.press('Shift+x');
  await expect(nodeOf(page, 'Parse copy')).toHaveAccessibleName(/disabled/);
  await expect.poll(() => keptDrafts(page)).toContain('Disable Parse copy');
  await kill(page);
  const again = await openPage(context, built.pipelineId);
  await expect(nodeOf(again, 'Parse copy')).toHaveAccessibleName(/disabled/);
  const undo = again.getByRole('main').getByRole('button', { name: /^Undo/ });
  await undo.click();
  await expect(nodeOf(again, 'Parse copy')).not.toHaveAccessibleName(/disabled/);
  await undo.click();
  await expect(nodeOf(again, 'Parse copy')).toHaveCount(0);
});
