// Slow: waits for retries with backoff and for figures of a minute, in real time.

import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
test.describe.configure({ timeout: 180_000 });

let port: number;
let built: Built;
let receiver: Server | undefined;

/** The destination recovers and accepts everything. */
const startReceiver = async () => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  receiver = server;
};

test.beforeAll(async () => {
  const { api, siteId } = running;
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'web-access',
    source: { name: 'lines', templateId: 'generator', config: { format: 'access_log', eventsPerSecond: 20 } },
    transforms: [{ name: 'Parse JSON', templateId: 'parse_json', config: { onError: 'tag' } }],
    sinks: [{ name: 'siem', templateId: 'http', config: { url: `http://127.0.0.1:${port}/in` } }],
  });
  await deployPipeline(api, built);
});
test.afterAll(() => {
  receiver?.closeAllConnections();
  receiver?.close();
});

const healthTable = (page: Page) => page.getByRole('region', { name: 'Health', exact: true });
const healthRow = (page: Page, name: string) => healthTable(page).getByRole('row').filter({ hasText: name });
const errorRow = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Pipeline Errors' }).getByRole('row').filter({ hasText: name }).first();

test('a dead destination: error and indicator, then healthy, acknowledged and reopened [R2.1-22, R2.2-13, R2.5-10 … R2.5-14]', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/monitoring`);
  await expect(page.getByRole('tab', { name: /^Analytics/ })).toHaveAttribute('aria-selected', 'true');
  await expect(healthRow(page, 'siem')).toContainText('Failing', { timeout: 60_000 });
  await expect(healthRow(page, 'siem')).toContainText('Nothing is delivered');
  expect(await violations(page)).toEqual([]);

  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Monitoring/ });
  await expect(entry).toHaveAccessibleName(/unacknowledged error/, { timeout: 90_000 });
  await entry.click();
  await expect(page).toHaveURL(/\/monitoring\/pipelineErrors$/);
  await expect(errorRow(page, 'siem')).toContainText('ConnectionRefused');
  await page.getByRole('treegrid', { name: 'Pipeline Errors' }).focus();
  await errorRow(page, 'ConnectionRefused').click();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Possible Cause:')).toBeVisible();
  await expect(page.getByText('Resolution:')).toBeVisible();

  await page.keyboard.press('a');
  await expect(errorRow(page, 'ConnectionRefused')).toContainText('Local administrator', { timeout: 30_000 });
  await page.keyboard.press('Shift+U');
  await expect(errorRow(page, 'ConnectionRefused')).not.toContainText('Local administrator', {
    timeout: 30_000,
  });

  // Shown at once but stored later, one at a time.
  const all = page.getByRole('button', { name: /^Acknowledge all/ });
  await expect(all).not.toHaveAttribute('aria-disabled', 'true', { timeout: 30_000 });
  await page.keyboard.press('Shift+A');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge all' }).click();
  await expect(page.getByText('Errors of the site acknowledged')).toBeVisible();

  await startReceiver();
  await page.keyboard.press('1');
  await expect(healthRow(page, 'siem')).not.toContainText('Failing', { timeout: 90_000 });
  await expect(healthRow(page, 'siem')).toContainText('Healthy', { timeout: 120_000 });
});

test('an error links to its pipeline; ignoring empties the list [R2.1-80, R8-65]', async ({ page }) => {
  await page.goto(`${running.product.url}/monitoring/pipelineErrors`);
  const link = errorRow(page, 'Parse JSON').getByRole('link', { name: 'web-access' });
  const to = `/pipelines/${built.pipelineId}?site=${running.siteId}&view=errors`;
  await expect(link).toHaveAttribute('href', to);
  await page.evaluate(() => localStorage.setItem('penstock.ignorePipelineErrors', 'true'));
  await page.reload();
  await expect(page.getByText('Pipeline errors are ignored in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Show pipeline errors again' }).click();
  await expect(errorRow(page, 'Parse JSON')).toBeVisible();
});

test('1024 px shows who acknowledged an error without scrolling [R2.5-01 … R2.5-08]', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(`${running.product.url}/monitoring/pipelineErrors`);
  const table = page.getByRole('treegrid', { name: 'Pipeline Errors' });
  const heading = table.getByRole('columnheader', { name: 'Acknowledged' });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const overflow = await table.evaluate((grid) => grid.scrollWidth - grid.clientWidth);
  expect(overflow).toBe(0);
  await expect(table.getByRole('columnheader', { name: 'Component Type' })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(table.getByRole('columnheader', { name: 'Component Type' })).toBeInViewport({ ratio: 1 });
});
