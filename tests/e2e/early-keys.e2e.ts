// Slow: pages load with code that is held back.
import type { Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/**
 * Code is loaded, but no data, and the page is not yet drawn without data.
 * @returns a function that releases the data
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

test('Ctrl+K before the first screen opens the palette, with input', async ({ page }) => {
  const goOn = await openUndrawn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sources');
  await goOn();
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('!');
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue('Sources!');
  await expect(page).toHaveURL(/\/destinations/);
});

test('Escape takes back an early Ctrl+K', async ({ page }) => {
  const goOn = await openUndrawn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await goOn();
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
  await expect(paletteOf(page)).toHaveCount(0);
});

test('early keys act once the pipeline is shown', async ({ page }) => {
  const { pipelineId } = await buildPipeline(running.api, running.siteId, {
    name: 'Early',
    source: { name: 'Early source', templateId: 'generator', config: { eventsPerSecond: 1 } },
    transforms: [],
    sinks: [{ name: 'Early file', templateId: 'blackhole', config: {} }],
  });
  // Early keys expire after five seconds; the stopped clock keeps them on a slow machine.
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/assets\/\w+\/pipeline-page\./, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`, { waitUntil: 'domcontentloaded' });
  await page.keyboard.press('h');
  pressed.resolve();
  await expect(page.getByRole('dialog', { name: /lifecycle/i })).toBeVisible();
});

test('typing for a palette whose code is slow runs no key of the screen', async ({ page }) => {
  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/\w+\/PaletteDialog\./, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`${running.product.url}/destinations`);
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sour');
  await page.clock.fastForward(30_000);
  await page.keyboard.type('ces n');
  late.resolve();
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue('sources n');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('a screen that takes the focus meanwhile takes no letter of the palette', async ({ page }) => {
  const { pipelineId } = await buildPipeline(running.api, running.siteId, {
    name: 'Taking',
    source: { name: 'Taking source', templateId: 'generator', config: { eventsPerSecond: 1 } },
    transforms: [],
    sinks: [{ name: 'Taking sink', templateId: 'blackhole', config: {} }],
  });
  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/\w+\/PaletteDialog\./, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  const node = page.getByRole('button', { name: /^Source, Data generator/ });
  await expect(node).toBeVisible();
  await node.evaluate((element) => element.blur());
  await page.keyboard.press('Control+k');
  await node.focus();
  await page.keyboard.type('sh');
  late.resolve();
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue('sh');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('typing for a form whose code is slow is in its first field', async ({ page }) => {
  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/\w+\/area-forms\.js/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${running.product.url}/settings/apiKeys`);
  await expect(page.getByRole('heading', { name: 'API Keys', level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('complementary', { name: 'New API key' })).toBeAttached();
  await page.keyboard.type('de');
  late.resolve();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('de');
  await page.keyboard.type('ploy');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('deploy');
});

test('typing while a choice of types opens is in its search', async ({ page }) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(page.getByRole('button', { name: /^Add Source/ }).first()).toBeVisible();
  await page.keyboard.press('c');
  await page.getByRole('complementary', { name: 'New source' }).waitFor({ state: 'attached' });
  await page.keyboard.type('syslog', { delay: 20 });
  await expect(page.getByRole('combobox', { name: 'Search types' })).toHaveValue('syslog');
});

test.describe('with the code of lists held back', () => {
  let late = Promise.withResolvers<void>();
  test.beforeEach(async ({ page }) => {
    late = Promise.withResolvers<void>();
    await page.route(/\/assets\/\w+\/menus\.js/, async (route) => {
      await late.promise;
      await route.continue();
    });
  });

  test('keys pressed for a list of filters choose in it [R2.8-15]', async ({ page }) => {
    await page.goto(`${running.product.url}/destinations`);
    await expect(page.getByRole('combobox', { name: 'Status: Active' })).toBeVisible();
    await page.keyboard.type('fgs');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    late.resolve();
    await expect(page.getByRole('option', { name: /^Inactive/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/\/destinations\?/);
  });

  test('typing for a list of filters is in its search [R2.8-15]', async ({ page }) => {
    await page.goto(`${running.product.url}/monitoring`);
    await page.getByRole('combobox', { name: 'Instances: All' }).press('ArrowDown');
    await page.keyboard.type('gs');
    late.resolve();
    await expect(page.getByRole('combobox', { name: 'Search options' })).toHaveValue('gs');
    await page.keyboard.type('!');
    await expect(page.getByRole('combobox', { name: 'Search options' })).toHaveValue('gs!');
  });

  test('Escape takes back a list of filters that has not opened', async ({ page }) => {
    await page.goto(`${running.product.url}/destinations`);
    const filter = page.getByRole('combobox', { name: 'Status: Active' });
    await expect(filter).toBeVisible();
    await page.keyboard.press('f');
    await page.keyboard.press('Escape');
    late.resolve();
    await page.keyboard.type('gs');
    await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
    await expect(page.getByRole('listbox')).toHaveCount(0);
  });

  test('the palette opened meanwhile gets what is typed, not the list', async ({ page }) => {
    await page.goto(`${running.product.url}/destinations`);
    await expect(page.getByRole('combobox', { name: 'Status: Active' })).toBeVisible();
    await page.keyboard.press('f');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mon');
    await expect(paletteOf(page).getByRole('combobox')).toHaveValue('mon');
    late.resolve();
    await page.keyboard.type('i');
    await expect(paletteOf(page).getByRole('combobox')).toHaveValue('moni');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});
