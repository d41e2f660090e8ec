import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, openPalette, paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { metric, rowOf, stateCell, toast } from './support/screen.ts';
import { expect, SERVICE_GONE, test } from './support/test.ts';

test.use({ expectedFaults: SERVICE_GONE });

const running = productOfFile();
banMouseInFile();

const mark = (page: Page) => page.getByRole('banner').getByRole('status');
const RECONNECTING = /data from \d\d:\d\d, reconnecting/;

let built: Built;
test.beforeAll(async () => {
  built = await buildPipeline(running.api, running.siteId, {
    name: 'Belt',
    source: { name: 'Scales', templateId: 'generator', config: { eventsPerSecond: 50 } },
    transforms: [],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(running.product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(running.api, built);
});

async function cuttableChannel(page: Page) {
  let isCut = false;
  let cutNow: () => void = () => undefined;
  let opened: () => void = () => undefined;
  // The channel opens after the first content.
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  await page.routeWebSocket(/\/v1\/ws\//, (socket) => {
    if (isCut) return void socket.close();
    const server = socket.connectToServer();
    opened();
    cutNow = () => {
      void server.close();
      void socket.close();
    };
  });
  return {
    isOpen,
    cut: () => {
      isCut = true;
      cutNow();
    },
    mend: () => {
      isCut = false;
    },
  };
}

test('changes while disconnected are fetched on return, without a reload', async ({ page }) => {
  const channel = await cuttableChannel(page);
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Scales')).toBeVisible();
  await page.getByRole('grid', { name: 'Sources' }).focus();
  await page.keyboard.press('Home');
  await channel.isOpen;
  channel.cut();
  await expect(mark(page)).toHaveText(RECONNECTING);
  const { api, siteId } = running;
  await api.call('createSource', {
    body: { source: { siteId, name: 'Made meanwhile', templateId: 'generator', config: {} } },
  });
  await expect(rowOf(page, 'Sources', 'Made meanwhile')).toBeHidden();
  channel.mend();
  await expect(mark(page)).toBeEmpty({ timeout: 30_000 });
  await expect(rowOf(page, 'Sources', 'Made meanwhile')).toBeVisible();
});

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Delays the first matching answer of the service until released; over once the page has it, or had given it up. */
async function holdFirst(page: Page, fits: (url: URL) => boolean) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(
    (url) => fits(url),
    async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      const response = await route.fetch();
      held.resolve();
      await released.promise;
      // The page may have aborted the request.
      await route.fulfill({ response }).catch(() => undefined);
      over.resolve();
    },
  );
  return { isHeld: held.promise, release: released.resolve, isOver: over.promise };
}

test('a late answer for an older range is dropped', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  const input = metric(page, 'Site totals', 'Total Input');
  await expect(input).toContainText(/[1-9]/);
  // Totals are compared with those of the hour before, too, which is no chosen range.
  const held = await holdFirst(page, ({ pathname, searchParams }) => {
    const end = new Date(Number(searchParams.get('timeRange.endUnixTimeSeconds')) * 1000);
    return pathname.endsWith('/pipelines/summary') && end.toISOString().endsWith('T09:00:00.000Z');
  });
  await openPalette(page);
  await choose(page, 'Time range');
  await expect(paletteOf(page).getByRole('combobox', { name: 'Time range' })).toBeFocused();
  await page.keyboard.type('yesterday 08:00-09:00');
  await page.keyboard.press('Enter');
  await held.isHeld;
  await expect(page.getByRole('button', { name: 'Time range: Last 1 hour' })).toBeHidden();
  await openPalette(page);
  await choose(page, 'Reset the time range');
  await expect(page.getByRole('button', { name: 'Time range: Last 1 hour' })).toBeVisible();
  await expect(input).toContainText(/[1-9]/);
  held.release();
  await held.isOver;
  await drawn(page);
  await expect(input).toContainText(/[1-9]/);
  await expect(page.getByRole('button', { name: 'Time range: Last 1 hour' })).toBeVisible();
});

/** The service greets first; what changes before it confirmed the subscription is not pushed. */
async function waitUntilSiteIsFollowed(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  const asked = new Set<unknown>();
  socket.on('framesent', ({ payload }) => {
    const { topic, subscriptionId } = JSON.parse(String(payload));
    if (topic === 'site') asked.add(subscriptionId);
  });
  await socket.waitForEvent('framereceived', ({ payload }) => {
    const { type, subscriptionId } = JSON.parse(String(payload));
    return type === 'subscribed' && asked.has(subscriptionId);
  });
}

test('a late list does not undo a pushed state', async ({ page }) => {
  const followed = waitUntilSiteIsFollowed(page);
  await page.goto(`${running.product.url}/pipelines`);
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Deployed')).toBeVisible();
  await followed;
  const held = await holdFirst(page, ({ pathname }) => pathname === '/v1/pipelines');
  await page.keyboard.press('r');
  await held.isHeld;
  await running.api.call('runPipelineAction', { body: { pipelineId: built.pipelineId, action: 'PAUSE' } });
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Paused')).toBeVisible();
  held.release();
  await held.isOver;
  await drawn(page);
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Paused')).toBeVisible();
  await expect(toast(page, /./)).toHaveCount(0);
  await runByPalette(page, 'Resume');
});
