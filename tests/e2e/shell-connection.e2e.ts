import { join } from 'node:path';
import { expect, type Page, type Response, test } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { metric, rowOf, stateCell, toast } from './support/screen.ts';

const running = productOfFile();
banMouseInFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
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

/** Lets the live channel of the page be cut; what is cut stays cut until it is mended. */
async function cuttableChannel(page: Page) {
  let isCut = false;
  let cutNow: () => void = () => undefined;
  let opened: () => void = () => undefined;
  // The channel comes after the first content.
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

test('what changed while the connection was lost is fetched when it is back, without a reload', async ({
  page,
}) => {
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

test('a killed service loses nothing that was typed, says why it cannot save, and saves once it is back', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form', { name: 'New destination' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await typeInto(page, name, 'Typed before');
  await running.product.kill();
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert')).toContainText('The service could not be reached. Nothing was saved');
  await expect(mark(page)).toHaveText(RECONNECTING);
  await expect(name).toHaveValue('Typed before');
  await running.restart();
  await expect(mark(page)).toBeEmpty({ timeout: 30_000 });
  await expect(name).toHaveValue('Typed before');
  await tabTo(page, name);
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Destinations', 'Typed before')).toBeVisible();
});

test('R8-17 an action on a service that is gone changes nothing on screen; the shell still answers', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Scales')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(rowOf(page, 'Pipelines', 'Belt')).toBeVisible();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await running.product.kill();
  await expect(mark(page)).toHaveText(RECONNECTING);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(heading(page, 'Sources')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(rowOf(page, 'Pipelines', 'Belt')).toBeVisible();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await running.restart();
  await expect(mark(page)).toBeEmpty({ timeout: 30_000 });
  await running.api.settled(built.pipelineId, 'DEPLOYED', 30_000);
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Deployed')).toBeVisible();
});

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Holds the first answer that fits until it is let go; it is the service's own answer, late. */
async function holdFirst(page: Page, fits: (url: URL) => boolean) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = 0;
  let answered: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (answered = resolve));
  await page.route(
    (url) => fits(url),
    async (route) => {
      held += 1;
      if (held > 1) return route.continue();
      const response = await route.fetch();
      answered();
      await released;
      // The page may have given it up meanwhile.
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  return { isHeld, release };
}

test('a late answer for an older time range does not take the place of the newer one', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  const input = metric(page, 'Site totals', 'Total Input');
  await expect(input).toContainText(/[1-9]/);
  const held = await holdFirst(page, ({ searchParams }) => {
    const end = Number(searchParams.get('timeRange.endUnixTimeSeconds') ?? 'NaN');
    return end < Date.now() / 1000 - 3600;
  });
  const choosePast = async () => {
    await openPalette(page);
    await choose(page, 'Time range', 'Time range');
    await page.keyboard.type('2026-01-05 08:00 to 09:00');
    await page.keyboard.press('Enter');
  };
  await choosePast();
  await held.isHeld;
  await openPalette(page);
  await choose(page, 'Reset the time range');
  await expect(page.getByRole('button', { name: 'Time range: Last 1 hour' })).toBeVisible();
  await expect(input).toContainText(/[1-9]/);
  held.release();
  await drawn(page);
  await expect(input).toContainText(/[1-9]/);
  await expect(page.getByRole('button', { name: 'Time range: Last 1 hour' })).toBeVisible();
});

test('a late list does not take back a state that was pushed meanwhile', async ({ page }) => {
  const channel = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${running.product.url}/pipelines`);
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Deployed')).toBeVisible();
  await channel;
  const held = await holdFirst(page, ({ pathname }) => pathname === '/v1/pipelines');
  await page.keyboard.press('r');
  await held.isHeld;
  const late: Promise<Response | null> = page.waitForResponse(/\/v1\/pipelines\?/).catch(() => null);
  await running.api.call('runPipelineAction', { body: { pipelineId: built.pipelineId, action: 'PAUSE' } });
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Paused')).toBeVisible();
  held.release();
  await late;
  await drawn(page);
  await expect(stateCell(page, 'Pipelines', 'Belt', 'Paused')).toBeVisible();
  await expect(toast(page, /./)).toHaveCount(0);
  await runByPalette(page, 'Resume');
});
