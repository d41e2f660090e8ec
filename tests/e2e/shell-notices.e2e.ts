import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(409) });

const running = productOfFile();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toasts = (page: Page) => region(page).getByRole('listitem');
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
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function copyLink(page: Page): Promise<void> {
  await page.keyboard.press('y');
  await expect(toast(page, COPIED)).toBeVisible();
}

test('a toast waits under the pointer [R2.2-05]', async ({ page }) => {
  await openWithClock(page);
  await copyLink(page);
  await toasts(page).hover();
  await page.clock.runFor(20_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.mouse.move(700, 300);
  await page.clock.runFor(5100);
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

test('a toast is 470 px wide with two lines and details [R2.2-43, R2.2-44, R9-37]', async ({ page }) => {
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
