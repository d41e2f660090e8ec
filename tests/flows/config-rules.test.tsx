import type { Page } from '@playwright/test';
import { nodeOf, panelOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { choose, openPalette, paletteOf, rowsOf, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { either, expect, refused, SERVICE_GONE, test } from '../e2e/support/test.ts';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';

test.use({ expectedFaults: either(refused(400), SERVICE_GONE) });

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 180_000 });

const NEEDS_ENTRY = 'Fields must have at least 1 entry, unless null or empty fields are removed';
const REASON = `Pipeline graph is invalid! 'Remove fields': ${NEEDS_ENTRY}. Correct the field in the form of the node`;

async function searched(page: Page, title: string) {
  await openPalette(page);
  await page.keyboard.type(title);
  return rowsOf(page).filter({ hasText: title }).first();
}

async function closePalette(page: Page) {
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
}

test('a rule across fields fails while typing and blocks Deploy [R5-17 … R5-19]', async ({ page }) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Ruled',
    source: { name: 'Ruled in', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [],
    sinks: [{ name: 'Ruled out', templateId: 'blackhole', config: {} }],
  });
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await tabTo(page, nodeOf(page, 'Ruled in'));
  await page.keyboard.press('a');
  await choose(page, 'Remove fields');
  await expect(nodeOf(page, 'Remove fields')).toBeFocused();

  await test.step('disabled commands quote it', async () => {
    const save = page.getByRole('button', { name: 'Save pipeline' });
    await expect(save).toHaveAccessibleDescription(REASON);
    const row = await searched(page, 'Deploy');
    await expect(row).toHaveAttribute('aria-disabled', 'true');
    await expect(row).toContainText(REASON);
    await closePalette(page);
  });

  const panel = panelOf(page, 'Remove fields');
  const fields = panel.getByRole('combobox', { name: 'Fields', exact: true });
  await test.step('one key leads to the field, which says it', async () => {
    await expect(nodeOf(page, 'Remove fields')).toBeFocused();
    await page.keyboard.press('n');
    await expect(fields).toBeFocused();
    await expect(fields).toHaveAttribute('aria-invalid', 'true');
    await expect(fields).toHaveAccessibleDescription(new RegExp(NEEDS_ENTRY));
  });

  await test.step('mended by the field itself it is gone, deployed and called valid', async () => {
    await page.keyboard.type('user.name,');
    await expect(fields).not.toHaveAttribute('aria-invalid', 'true');
    await runByPalette(page, 'Deploy');
    const question = page.getByRole('dialog', { name: 'Deploy Pipeline' });
    await expect(question).toContainText('Valid: 3 nodes, 2 connections, nothing missing');
    await expect(question.getByRole('button', { name: /^Deploy/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pipeline scheduled for deployment')).toBeVisible();
  });
});

test('a failed check never says valid, and saving refuses [R5-19]', async ({ page }) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Unasked',
    source: { name: 'Unasked in', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [],
    sinks: [{ name: 'Unasked out', templateId: 'blackhole', config: {} }],
  });
  await page.route('**/v1/transforms/check', (route) => route.abort());
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await tabTo(page, nodeOf(page, 'Unasked in'));
  await page.keyboard.press('a');
  await choose(page, 'Remove fields');
  await expect(nodeOf(page, 'Remove fields')).toBeFocused();
  await runByPalette(page, 'Deploy');
  const question = page.getByRole('dialog', { name: 'Deploy Pipeline' });
  await expect(question).toContainText('The service could not be reached');
  await expect(question).not.toContainText('Valid:');
  await expect(question.getByRole('button', { name: /^Deploy/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const fields = panelOf(page, 'Remove fields').getByRole('combobox', { name: 'Fields', exact: true });
  await expect(fields).toBeFocused();
  await expect(fields).toHaveAttribute('aria-invalid', 'true');
  await expect(toast(page, /'Remove fields' has 1 problem/)).toBeVisible();
});

test('a destination form shows problems while typing, all on save [R5-19]', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?create=http`);
  const form = page.getByRole('form', { name: 'New HTTP destination' });
  const [name, url] = ['Name', 'URL'].map((label) => form.getByRole('textbox', { name: label, exact: true }));
  await expect(name!).toBeFocused();
  await expect(name!).toHaveValue('HTTP');
  await page.keyboard.press('Delete');
  await expect(name!).toHaveValue('');
  await typeInto(page, url!, 'nowhere');
  await expect(url!).toHaveAttribute('aria-invalid', 'true');
  await expect(url!).toHaveAccessibleDescription(/must be a full address/);
  await expect(name!).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('group', { name: '2 problems' })).toBeVisible();
  await expect(name!).toBeFocused();
  await expect(name!).toHaveAttribute('aria-invalid', 'true');
  await expect(url!).toHaveAttribute('aria-invalid', 'true');
  await typeInto(page, url!, 'http://127.0.0.1:9/');
  await expect(url!).not.toHaveAttribute('aria-invalid', 'true');
});
