// Slow: captures events for three findings, and measures each step in a preview.

import type { Page } from '@playwright/test';
import { graphOf, nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedFaults: /is broken over two lines in span '["{]/ });

const running = productOfFile();
banMouseInFile();
test.describe.configure({ timeout: 480_000 });

const FORMS = 'Event patterns';

const nodesOf = (page: Page): Promise<string[]> =>
  graphOf(page)
    .getByRole('button', { name: /^(?:Source|Destination|[^,]+), / })
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? '').split(',').slice(0, 2).join()),
    );

async function look(page: Page, id: string): Promise<void> {
  await page.goto(`${running.product.url}/pipelines/${id}?view=dataInsights`);
  await expect(page.getByRole('status').filter({ hasText: 'captured at' })).toContainText('events,', {
    timeout: 60_000,
  });
}

async function undoTitle(page: Page): Promise<string> {
  await openPalette(page);
  await page.keyboard.type('Undo');
  const first = paletteOf(page).getByRole('option', { selected: true });
  await expect(first).toContainText('Undo');
  const text = await first.innerText();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  return text;
}

/** The draft has exactly one more step, measured; undo removes it and redo restores it. */
async function isOneStep(page: Page, name: string, before: readonly string[]): Promise<void> {
  const step = nodeOf(page, name);
  await expect(step).toBeVisible();
  await expect(page.getByRole('button', { name: /Save pipeline|Save as draft/ }).first()).toBeVisible();
  const trial = page.getByRole('region', { name: 'Preview' });
  await expect(trial).toContainText(new RegExp(`−[\\d.]+% at ${name}`), { timeout: 60_000 });
  await expect(trial).toContainText(/% in total/);
  expect(await nodesOf(page)).toHaveLength(before.length + 1);
  expect(await undoTitle(page)).toContain(name);
  await step.focus();
  await page.keyboard.press('Control+z');
  await expect(step).toHaveCount(0);
  expect((await nodesOf(page)).toSorted()).toEqual(before.toSorted());
  expect(await undoTitle(page)).not.toContain(name);
  await page.keyboard.press('Control+Shift+z');
  await expect(step).toBeVisible();
  expect(await nodesOf(page)).toHaveLength(before.length + 1);
}

test('insight steps: each is undoable and measured [R2.4-61]', async ({ page, browser }) => {
  const { id } = await running.api.call('createExamplePipeline', { body: { siteId: running.siteId } });
  await running.api.settled(id, 'DEPLOYED');
  await page.goto(`${running.product.url}/pipelines/${id}`);
  await expect.poll(async () => (await nodesOf(page)).length).toBeGreaterThan(3);
  const before = await nodesOf(page);
  // Figures of a page that stays open would be drawn all the while.
  await page.goto('about:blank');

  for (const [key, name] of [
    ['d', 'Drop a form of message'],
    ['l', 'Sample an event pattern'],
  ] as const)
    await test.step(name, async () => {
      // In a browser of its own: its edits are not those of the other steps.
      const context = await browser.newContext();
      const other = await context.newPage();
      await look(other, id);
      await other.keyboard.press('w');
      const forms = other.getByRole('grid', { name: FORMS });
      await expect(forms.getByRole('row').nth(1)).toContainText('%');
      await tabTo(other, forms);
      await other.keyboard.press(key);
      await isOneStep(other, name, before);
      await context.close();
    });

  await test.step('Remove field', async () => {
    await look(page, id);
    const grid = page.getByRole('grid', { name: 'Fields' });
    await tabTo(page, grid);
    const field = await rowOf(page, 'Fields', '%').first().getByRole('gridcell').nth(1).innerText();
    await page.keyboard.press('Delete');
    const review = paletteOf(page);
    await expect(review).toContainText(`A step in the editor removes ${field}`);
    await expect(review).toContainText(/saves about [\d.]+%/);
    await expect(review.getByRole('button', { name: 'Open the editor' })).toBeFocused();
    await page.keyboard.press('Enter');
    await isOneStep(page, `Remove ${field}`, before);
  });
});
