// Slow: waits for the intervals in which screens ask, in real time.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { productOfFile } from './support/product.ts';
import { expect, SERVICE_GONE, test } from './support/test.ts';
import { focusWindow } from './support/window-focus.ts';

test.use({ expectedFaults: SERVICE_GONE });

const running = productOfFile();
// Metrics are sampled each minute, notifications come after ten seconds.
test.describe.configure({ timeout: 240_000 });

let port: number;
let built: Built;

test.beforeAll(async () => {
  const { api, siteId } = running;
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'web-access',
    source: { name: 'lines', templateId: 'http_server', config: { port } },
    transforms: [{ name: 'Parse JSON', templateId: 'parse_json', config: { onError: 'tag' } }],
    sinks: [{ name: 'kept', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
});

const send = async (lines: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: lines });
  expect(answer.status).toBeLessThan(300);
};
const errorRow = (page: Page) =>
  page
    .getByRole('treegrid', { name: 'Pipeline Errors' })
    .getByRole('row')
    .filter({ hasText: 'Parse JSON' })
    .first();
const errorGroups = async () => {
  const { api, siteId } = running;
  const now = Math.ceil(Date.now() / 1000);
  const range = {
    'timeRange.startUnixTimeSeconds': now - 86_400,
    'timeRange.endUnixTimeSeconds': now + 60,
  };
  return api.call('countPipelineErrors', { query: { siteId, ...range } });
};

test('where the live channel stays cut, notifications come by asking [R2.2-36, R7-89]', async ({ page }) => {
  await page.routeWebSocket(/\/v1\/ws\//, (socket) => void socket.close());
  await page.goto(`${running.product.url}/events`);
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  const { api } = running;
  const { graph } = await api.call('saveGraph', {
    ifMatch: built.version,
    body: {
      pipelineId: built.pipelineId,
      edges: {
        [built.sourceId]: { nodeIds: built.transformIds },
        [built.transformIds[0] as string]: { nodeIds: built.sinkIds },
      },
      metaInfo: { [built.sourceId]: { notes: 'Another' } },
      versionInfo: { pipelineId: built.pipelineId, name: 'second' },
    },
  });
  await deployPipeline(api, { pipelineId: built.pipelineId, version: graph.version });
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /v2 of 'web-access'|web-access.*v2/ })
      .first(),
  ).toBeVisible({
    timeout: 120_000,
  });
});

test('polling: none without focus, at once with it [R7-89]', async ({ page }) => {
  let asked = 0;
  let askedAt = 0;
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/v1/')) return;
    asked += 1;
    askedAt = performance.now();
  });
  for (const path of ['/', '/monitoring']) {
    await page.goto(`${running.product.url}${path}`);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await focusWindow(page, false);
    // Waits for late assets, then longer than the shortest polling interval. In real time: with a fake clock
    // the live channel would look dead and reopen.
    await expect
      .poll(() => performance.now() - askedAt, { message: path, timeout: 120_000 })
      .toBeGreaterThan(12_000);
    const before = asked;
    await focusWindow(page, true);
    await expect.poll(() => asked).toBeGreaterThan(before);
  }
});

test('an error returning after an hour is open again [R2.5-10, R4-92]', async ({ page }) => {
  await send('no json\n');
  await eventually(async () => expect(Number((await errorGroups()).count)).toBeGreaterThan(0), 60_000);
  await page.goto(`${running.product.url}/monitoring/pipelineErrors`);
  await expect(errorRow(page)).toBeVisible();
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Monitoring/ });
  await expect(entry).toHaveAccessibleName(/unacknowledged error/, { timeout: 90_000 });
  await page.getByRole('treegrid', { name: 'Pipeline Errors' }).focus();
  await page.keyboard.press('Home');
  await expect(errorRow(page)).toHaveAttribute('data-cursor', '');
  await page.keyboard.press('a');
  await expect(errorRow(page)).toContainText('Local administrator', { timeout: 30_000 });
  await expect(entry).not.toHaveAccessibleName(/unacknowledged error/, { timeout: 90_000 });

  const { dataFolder } = running.product;
  await running.product.stop();
  const database = new DatabaseSync(join(dataFolder, 'penstock.db'));
  database.exec('update error_groups set last_at = last_at - 7200000');
  database.close();
  await running.restart();
  await running.api.settled(built.pipelineId, 'DEPLOYED', 60_000);
  await expect(errorRow(page)).toContainText('Local administrator', { timeout: 60_000 });
  // The port opens shortly after the deployment is reported.
  await eventually(() => send('no json either\n'), 60_000);
  await expect(errorRow(page)).not.toContainText('Local administrator', { timeout: 120_000 });
  await expect(entry).toHaveAccessibleName(/unacknowledged error/, { timeout: 90_000 });
});
