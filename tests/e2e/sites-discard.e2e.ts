import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400, 404) });

const running = productOfFile();
banMouseInFile();
test.use({ viewport: { width: 1024, height: 700 } });

const WAITING = 3;

/** Its only pipeline is paused with undelivered events. */
async function siteWithWaiting(): Promise<string> {
  const { api } = running;
  const site = { name: 'Madrid', description: '', vendor: 'AWS' as const };
  const { id: siteId } = await api.call('createSite', { body: { site } });
  const port = await freePort();
  const nowhere = `http://127.0.0.1:${await freePort()}/`;
  const built = await buildPipeline(api, siteId, {
    name: 'Held',
    source: { name: 'Held in', templateId: 'http_server', config: { port } },
    transforms: [],
    sinks: [{ name: 'Held out', templateId: 'http', config: { url: nowhere } }],
  });
  await deployPipeline(api, built);
  for (let event = 0; event < WAITING; event++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: `{"n":${event}}` });
    expect(answer.status).toBe(200);
  }
  const action = { pipelineId: built.pipelineId, action: 'PAUSE' as const, graphVersion: 1 };
  await api.call('runPipelineAction', { body: action });
  await api.settled(built.pipelineId, 'PAUSED');
  return siteId;
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Madrid' });

test('a site with buffered events is deleted only on request', async ({ page }) => {
  const siteId = await siteWithWaiting();
  await page.goto(`${running.product.url}/settings/sites/${siteId}`);
  const panel = panelOf(page);
  await expect(panel).toContainText(`${WAITING} events wait`, { timeout: 60_000 });
  await expect(panel.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  const discard = panel.getByRole('button', { name: 'Delete and discard' });
  await expect(discard).toBeEnabled();
  expect(await violations(page)).toEqual([]);

  await tabTo(page, discard);
  await page.keyboard.press('Enter');
  const review = paletteOf(page);
  const title = review.getByRole('heading', { name: 'Delete Site and Discard Events' });
  await expect(title).toBeVisible();
  await expect(review).toContainText(`The ${WAITING} waiting events were acknowledged to their senders`);
  await expect(review.getByRole('button', { name: /^Back/ })).toBeFocused();
  // Waits for the fade-in.
  await expect.poll(() => violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(title).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(discard).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title).toBeVisible();
  await tabTo(page, review.getByRole('button', { name: 'Delete and discard' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, "'Madrid' was deleted with the events that waited.")).toBeVisible();
  await expect(panel).toHaveCount(0);
  const { sites } = await running.api.call('listSites');
  expect(sites.map(({ name }) => name)).toEqual(['Local']);
});

test('the site form passes axe in a narrow window', async ({ page }) => {
  await page.goto(`${running.product.url}/settings/sites`);
  const grid = page.getByRole('grid', { name: 'Sites' });
  await expect(grid.getByRole('row', { name: /Local/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'New site' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('button', { name: 'Vendor is required' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Name is required' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(grid.getByRole('columnheader', { name: /^Engine/ })).toBeVisible();
  await expect.poll(() => grid.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});
