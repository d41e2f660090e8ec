import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { choose, openPalette, paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { heading, NO_PREFERENCES, preferencesOf, toast } from '../e2e/support/profile.ts';
import { expect, test } from '../e2e/support/test.ts';

const running = productOfFile();
banMouseInFile();
const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

test('a macro stops at the first refusal, naming the step', async ({ page }) => {
  await preferences.put({
    macros: [
      {
        id: 'a',
        name: 'Too far',
        steps: [
          { commandId: 'go.pipelines', args: {} },
          { commandId: 'site.select', args: {} },
          { commandId: 'go.sources', args: {} },
        ],
      },
    ],
  });
  await page.goto(`${running.product.url}/userProfile?view=macros`);
  await expect(page.getByRole('treegrid', { name: 'Macros' })).toContainText('Too far');
  await openPalette(page);
  await choose(page, 'Too far', 'Too far');
  await expect(
    toast(page, "Macro 'Too far' stopped at step 2 of 3, 'Switch site': There is only one site"),
  ).toBeVisible({ timeout: 20_000 });
  await expect(heading(page, 'Pipelines')).toBeVisible();
});

test('a destructive step waits for its review, or the macro stops', async ({ page }) => {
  const { id } = await running.api.call('createPipeline', {
    body: { pipeline: { siteId: running.siteId, name: 'Worn out' } },
  });
  const status = async () => (await running.api.pipeline(id)).status;
  await preferences.put({
    macros: [
      {
        id: 'a',
        name: 'Clear away',
        steps: [
          { commandId: 'go.sources', args: {} },
          { commandId: 'pipeline.delete', args: { pipeline: id } },
          { commandId: 'go.destinations', args: {} },
        ],
      },
    ],
  });
  await page.goto(`${running.product.url}/userProfile?view=macros`);
  await expect(page.getByRole('treegrid', { name: 'Macros' })).toContainText('Clear away');
  const review = paletteOf(page).getByRole('heading', { name: 'Delete Pipeline' });

  await openPalette(page);
  await choose(page, 'Clear away', 'Clear away');
  await expect(review).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    toast(page, "Macro 'Clear away' stopped at step 2 of 3, 'Delete pipeline': You did not confirm it"),
  ).toBeVisible();
  expect(await status()).toBe('DEFAULT');
  await expect(heading(page, 'Sources')).toBeVisible();

  await openPalette(page);
  await choose(page, 'Clear away', 'Clear away');
  await expect(review).toBeVisible();
  await tabTo(page, paletteOf(page).getByRole('button', { name: 'Delete pipeline' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, "Macro 'Clear away' is done")).toBeVisible();
  await expect(heading(page, 'Destinations')).toBeVisible();
  await expect.poll(status).toBe('DELETED');
});
