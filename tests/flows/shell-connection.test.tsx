import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { openPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, stateCell } from '../e2e/support/screen.ts';
import { expect, SERVICE_GONE, test } from '../e2e/support/test.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';

test.use({ expectedFaults: SERVICE_GONE });

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

test('a killed service loses no input; saving explains, then works', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(`${running.product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form', { name: 'New Blackhole destination' });
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

test('an action without the service changes nothing; the shell answers [R8-17]', async ({ page }) => {
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
