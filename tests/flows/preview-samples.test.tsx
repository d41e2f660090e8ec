import type { Page } from '@playwright/test';
import { nodeOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { choose, openPalette, paletteOf, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { buildSampled, dialogOf, keepSample, openSample, PARSE, previewOf } from '../e2e/support/samples.ts';
import { expect, test } from '../e2e/support/test.ts';
import { deployPipeline } from '../harness/pipelines.ts';

const running = productOfFile();
banMouseInFile();

async function onField(page: Page, command: string, field: string): Promise<void> {
  await runByPalette(page, command, field);
}

/** A new step opens with focus; the arrow key goes back to the previous one. */
async function openBefore(page: Page, step: string): Promise<void> {
  await expect(nodeOf(page, step)).toHaveAttribute('aria-pressed', 'true');
  await expect(nodeOf(page, step)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(nodeOf(page, PARSE)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(nodeOf(page, PARSE)).toHaveAttribute('aria-pressed', 'true');
}

test('fields of an event: each action is an undoable step', async ({ page }) => {
  const built = await buildSampled(running, 'Fields');
  await keepSample(running, built, undefined);
  await openSample(page, running, built);
  await nodeOf(page, PARSE).press('Enter');
  await expect(previewOf(page)).toContainText('1 of 2');

  await onField(page, 'Remove this field', 'user.id');
  await expect(nodeOf(page, 'Remove user.id')).toBeVisible();
  await expect(previewOf(page)).toContainText('Modified 2');
  await nodeOf(page, 'Remove user.id').press('Control+z');
  await expect(nodeOf(page, 'Remove user.id')).toHaveCount(0);

  await nodeOf(page, PARSE).press('Enter');
  await expect(nodeOf(page, PARSE)).toHaveAttribute('aria-pressed', 'true');
  await onField(page, 'Keep only this field', 'text');
  await openBefore(page, 'Keep only text');

  await openPalette(page);
  await choose(page, 'Rename this field');
  await choose(page, 'level');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('log.level');
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText('Rename the field');
  await page.keyboard.press('Enter');
  await openBefore(page, 'Rename level to log.level');

  await onField(page, 'Drop events with this value of a field', 'level');
  const drop = nodeOf(page, 'Drop level = debug');
  await expect(drop).toBeVisible();
  await expect(previewOf(page).getByRole('radio', { name: /^Dropped/ })).toHaveAccessibleName('Dropped 1');
});

test('a failing sample keeps a paused pipeline from resuming', async ({ page }) => {
  const built = await buildSampled(running, 'Resumed');
  const { pipelineId } = built;
  await deployPipeline(running.api, built);
  await running.api.call('runPipelineAction', { body: { pipelineId, action: 'PAUSE' } });
  await running.api.settled(pipelineId, 'PAUSED');
  await keepSample(running, built, ['{}', '{}']);
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  await nodeOf(page, PARSE).press('u');
  const refused = dialogOf(page, 'Not resumed: a test fails');
  await expect(refused).toContainText("The sample 'Two lines' fails");
  await tabTo(page, refused.getByRole('button', { name: 'Open the failing test' }));
  await page.keyboard.press('Enter');
  await expect(previewOf(page)).toContainText('Two lines, 2 events');
  await page.keyboard.press('u');
  await tabTo(page, refused.getByRole('button', { name: 'Force Resume' }));
  await page.keyboard.press('Enter');
  await running.api.settled(pipelineId, 'DEPLOYED');
});
