// Slow: waits until a dead destination is noticed.
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
// Destinations count as down after ten seconds.
test.describe.configure({ timeout: 120_000 });

/** Nothing listens there: no test uses ports that low. */
const NOWHERE = 'http://127.0.0.1:9/';
let web: Built;

test.beforeAll(async () => {
  const { api, siteId } = running;
  web = await buildPipeline(api, siteId, {
    name: 'web-access',
    source: { name: 'lines', templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [],
    sinks: [{ name: 'remote store', templateId: 'http', config: { url: NOWHERE } }],
  });
  await deployPipeline(api, web);
});

async function deployAnother() {
  const { api } = running;
  const { pipelineId, sourceId, sinkIds } = web;
  const { graph } = await api.call('saveGraph', {
    ifMatch: web.version,
    body: {
      pipelineId,
      edges: { [sourceId]: { nodeIds: sinkIds } },
      metaInfo: { [sourceId]: { notes: 'Another' } },
      versionInfo: { pipelineId, name: 'another' },
    },
  });
  await deployPipeline(api, { pipelineId, version: graph.version });
}

const unreadErrors = async () => {
  const { api, siteId } = running;
  const { errorSummary } = await api.call('getNotificationErrorSummary', { query: { siteIds: [siteId] } });
  return Number(errorSummary.unreadCount);
};
const bell = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

test.describe('the bell [R1-15, R2.2-36, R2.1-25, R4-104]', () => {
  test('it announces a dead destination, read and acknowledged by keys', async ({ page }) => {
    await page.goto(`${running.product.url}/dashboard`);
    await eventually(async () => expect(await unreadErrors()).toBe(1), 60_000);
    // Sent by the channel: the page was already open.
    await expect(bell(page, /^Events ?, 1 unread error$/)).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: "'remote store' is not receiving data" });
    await expect(row).toContainText('Active');
    await expect(page.getByRole('list', { name: 'Unread and read' })).toContainText('Error: 1 unread');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Shift+A');
    await expect(row).toContainText('Read');
    await expect(bell(page, 'Events')).toHaveAccessibleName('Events');
  });
});

test('a chart key lists changes, linked to the graph of then', async ({ page }) => {
  await deployAnother();
  await page.goto(`${running.product.url}/pipelines/${web.pipelineId}?view=analytics`);
  const chart = page.getByRole('application').first();
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'What changed' });
  const deployment = dialog.getByRole('link', { name: /v1 of 'web-access' was deployed/ });
  const fault = dialog.getByRole('link', { name: /'remote store' is not receiving data/ });
  await expect(deployment).toBeVisible();
  await expect(fault).toBeVisible();
  await expect(dialog.getByRole('link').first()).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(chart).toBeFocused();

  await page.keyboard.press('End');
  await page.keyboard.press('w');
  await deployment.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/version=1/);
  await expect(page).toHaveURL(/time=\d+-\d+/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Overview/ })).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${running.product.url}/pipelines/${web.pipelineId}?view=analytics`);
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('w');
  await fault.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treegrid', { name: /Errors/ })).toContainText('ConnectionRefused');
});

test('the audit names who deployed it, and can be verified', async ({ page }) => {
  await page.goto(`${running.product.url}/settings/audit`);
  await expect(page.getByRole('row').filter({ hasText: 'Deploy pipeline' }).first()).toContainText(
    'local@localhost',
  );
  await page.keyboard.press('v');
  await expect(page.getByRole('status').filter({ hasText: /records are unchanged/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
