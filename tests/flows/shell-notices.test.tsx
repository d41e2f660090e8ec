import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, toast } from '../e2e/support/screen.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { buildPipeline } from '../harness/pipelines.ts';

test.use({ expectedFaults: refused(403, 409) });

const running = productOfFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toasts = (page: Page) => region(page).getByRole('listitem');
const history = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const close = (page: Page) => region(page).getByRole('button', { name: 'Close notification' });
const COPIED = 'Text copied successfully';
const LONG_NAME = `Everything that the ${'very '.repeat(18)}long belt brings`;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  await buildPipeline(running.api, running.siteId, {
    name: LONG_NAME,
    source: { name: 'Belt', templateId: 'generator', config: {} },
    transforms: [],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(running.product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
});

/** The page's clock stands still until moved. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  // It comes last, and with a clock that stands not at all.
  await expect(page.getByRole('button', { name: 'All keys' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function copyLink(page: Page): Promise<void> {
  await page.keyboard.press('y');
  await expect(toast(page, COPIED)).toBeVisible();
}

test('a repeated message is one toast with a new time [R4-110, R4-113]', async ({ page }) => {
  await openWithClock(page);
  await copyLink(page);
  await page.clock.runFor(4000);
  // Copying is asynchronous: advance the clock once the toast's timer restarts.
  const life = toasts(page).locator(':scope > [aria-hidden="true"]');
  await life.evaluate((element) => element.setAttribute('data-former', ''));
  await page.keyboard.press('y');
  await expect(life).not.toHaveAttribute('data-former');
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(4900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.resume();
  await page.keyboard.press('Shift+N');
  await expect(history(page).getByRole('listitem')).toHaveCount(1);
  await expect(history(page)).toContainText('×2');
});

test('a focused toast waits; closed by key, it returns focus [R2.2-05]', async ({ page }) => {
  await openWithClock(page);
  const before = page.getByRole('button', { name: 'All keys' });
  await tabTo(page, before);
  await copyLink(page);
  await tabTo(page, close(page));
  await page.clock.runFor(20_000);
  await expect(close(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);
  await expect(before).toBeFocused();
});

test('a toast that loses focus runs on with its time [R2.2-05]', async ({ page }) => {
  await openWithClock(page);
  await copyLink(page);
  await page.clock.runFor(3000);
  await tabTo(page, close(page));
  await page.clock.runFor(20_000);
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(1900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});

/** Used since the list was read, which is why it is refused. */
const deleteBelt = async (page: Page) => {
  await page.route('**/v1/node-pipelineids*', (route) => route.fulfill({ json: { nodePipelineIds: [] } }));
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Belt')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  const review = page.getByRole('dialog').getByRole('button', { name: /^Delete/ });
  await tabTo(page, review);
  await page.keyboard.press('Enter');
};

/** Leaves a dialog that links to the pipeline, and a toast. */
const tryToDeleteBelt = async (page: Page) => {
  await deleteBelt(page);
  const inUse = page.getByRole('dialog', { name: 'Belt is in use' });
  await expect(inUse).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inUse).toHaveCount(0);
};

test.describe('a long refusal [R2.2-06, R2.2-45, R2.2-46, R8-25]', () => {
  test('it stays, with time and details by button and key', async ({ page }) => {
    await tryToDeleteBelt(page);
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText(/\d\d:\d\d/);
    const more = region(page).getByRole('button', { name: 'Show error details' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Error Details' });
    await expect(details).toContainText(LONG_NAME);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(more).toBeFocused();
    await page.keyboard.press('Shift+E');
    await expect(details).toContainText(LONG_NAME);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });
});

/** A real 403: the service refuses pages of other sites. */
const asAnotherSite = async (page: Page, url: RegExp, method: string) =>
  page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch({
      headers: { ...(await route.request().allHeaders()), origin: 'http://elsewhere.example' },
    });
    return route.fulfill({ response });
  });
const modal = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'You are not authorized to perform this action!' });

test('a delete refused with 403 has the modal, no toast [R6-42, R6-43]', async ({ page }) => {
  await asAnotherSite(page, /\/v1\/source\/\d+$/, 'DELETE');
  await deleteBelt(page);
  await expect(modal(page)).toBeVisible();
  await expect(modal(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal(page)).toBeHidden();
  await expect(toasts(page)).toHaveCount(0);
  await expect(rowOf(page, 'Sources', 'Belt')).toBeVisible();
});

test('so has a form; what was typed stays [R6-42]', async ({ page }) => {
  await asAnotherSite(page, /\/v1\/sink$/, 'POST');
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form', { name: 'New Blackhole destination' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Refused');
  await page.keyboard.press('Control+Enter');
  await expect(modal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Refused');
});

test('a save refused with 403 has the modal, no notification [R6-42, R8-24]', async ({ page }) => {
  const { pipelines } = await running.api.call('listPipelines', { query: { siteIds: [running.siteId] } });
  await asAnotherSite(page, /\/v1\/pipeline$/, 'PATCH');
  await page.goto(`${running.product.url}/pipelines/${pipelines[0]?.id}?mode=edit`);
  const field = page.getByRole('textbox', { name: 'Description', exact: true });
  await typeInto(page, field, 'refused');
  await runByPalette(page, 'Save as draft');
  await expect(modal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expect(field).toHaveValue('refused');
  await expect(toasts(page)).toHaveCount(0);
});
