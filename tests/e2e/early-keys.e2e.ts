import { expect, type Page, test } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();

/**
 * The page has its code, but neither its data nor the time after which it is drawn without.
 * @returns what lets it go on.
 */
async function openUndrawn(page: Page): Promise<() => Promise<void>> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/v1\/sites\?/, async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-21T10:00:01Z'));
  await page.goto(`${running.product.url}/destinations`, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('.first-paint')).toBeVisible();
  return async () => {
    answer();
    await page.clock.resume();
  };
}

test('Ctrl+K pressed before the first screen is drawn opens the palette, with what is typed meanwhile', async ({
  page,
}) => {
  const goOn = await openUndrawn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sources');
  await goOn();
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('!');
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue('Sources!');
  await expect(page).toHaveURL(/\/destinations/);
});

test('Escape takes a Ctrl+K back that was pressed before the first screen is drawn', async ({ page }) => {
  const goOn = await openUndrawn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await goOn();
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
  await expect(paletteOf(page)).toHaveCount(0);
});

test('keys pressed before the code of the screen is there act once the pipeline stands', async ({ page }) => {
  const { pipelineId } = await buildPipeline(running.api, running.siteId, {
    name: 'Early',
    source: { name: 'Early source', templateId: 'generator', config: { eventsPerSecond: 1 } },
    transforms: [],
    sinks: [{ name: 'Early file', templateId: 'blackhole', config: {} }],
  });
  // A key waits for five seconds; a slow machine must not make it wait longer.
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/assets\/screens-/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`, { waitUntil: 'domcontentloaded' });
  await page.keyboard.press('h');
  pressed.resolve();
  await expect(page.getByRole('dialog', { name: /lifecycle/i })).toBeVisible();
});
