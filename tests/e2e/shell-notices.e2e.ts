import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';

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

/** A page whose clock stands until it is told to go on. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function copyLink(page: Page): Promise<void> {
  await page.keyboard.press('y');
  await expect(toast(page, COPIED)).toBeVisible();
}

test('R4-110, R4-113 the same message again is one toast with a new time and a new life; then it leaves', async ({
  page,
}) => {
  await openWithClock(page);
  await copyLink(page);
  await page.clock.runFor(4000);
  // A copy takes its moment: the clock goes on once the notice lives anew.
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

test('R2.2-05 a toast waits while it has the focus; closed by key it gives the focus back', async ({
  page,
}) => {
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

test('R2.2-05 a toast that loses the focus goes on with what was left of its time', async ({ page }) => {
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

test('R2.2-05 a toast waits under the pointer', async ({ page }) => {
  await openWithClock(page);
  await copyLink(page);
  await toasts(page).hover();
  await page.clock.runFor(20_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.mouse.move(700, 300);
  await page.clock.runFor(5100);
  await expect(toasts(page)).toHaveCount(0);
});

const deleteBelt = async (page: Page) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(rowOf(page, 'Sources', 'Belt')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  const review = page.getByRole('dialog').getByRole('button', { name: /^Delete/ });
  await tabTo(page, review);
  await page.keyboard.press('Enter');
};

/** Deletes what a pipeline uses: a window leads to that pipeline, and a notice stays. */
const tryToDeleteBelt = async (page: Page) => {
  await deleteBelt(page);
  const inUse = page.getByRole('dialog', { name: 'Belt is in use' });
  await expect(inUse).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inUse).toHaveCount(0);
};

test('R2.2-06, R2.2-45, R2.2-46, R8-25 a long refusal stays, has a time, and shows its details by button and by key', async ({
  page,
}) => {
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

test('R2.2-43, R2.2-44, R9-37 a toast is 470 px wide where it has room, shows two lines at most, and what is cut has its details', async ({
  page,
}) => {
  await tryToDeleteBelt(page);
  const more = region(page).getByRole('button', { name: 'Show error details' });
  const lines = () =>
    toasts(page)
      .locator('p')
      .evaluate((text) =>
        Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      );
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(more).toBeVisible();
    expect(await lines()).toBe(2);
    const toast = await toasts(page).boundingBox();
    expect(toast?.width).toBe(width === 1440 ? 470 : 288);
  }
  await close(page).press('Enter');
  await expect(toasts(page)).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await copyLink(page);
  await expect(more).toBeHidden();
});

/** What the service answers to another site's page, which it refuses: a real 403. */
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

test('R6-42, R6-43 a delete that is refused with 403 has the modal with Close, and no toast', async ({
  page,
}) => {
  await asAnotherSite(page, /\/v1\/source\/\d+$/, 'DELETE');
  await deleteBelt(page);
  await expect(modal(page)).toBeVisible();
  await expect(modal(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal(page)).toBeHidden();
  await expect(toasts(page)).toHaveCount(0);
  await expect(rowOf(page, 'Sources', 'Belt')).toBeVisible();
});

test('R6-42 so has a form; what was typed stays', async ({ page }) => {
  await asAnotherSite(page, /\/v1\/sink$/, 'POST');
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form', { name: 'New destination' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Refused');
  await page.keyboard.press('Control+Enter');
  await expect(modal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Refused');
});

test('R6-42 so has a save in the editor, without a notification beside it (R8-24)', async ({ page }) => {
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
