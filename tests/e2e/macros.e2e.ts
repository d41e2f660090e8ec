import { expect, test } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { heading, importButton, NO_PREFERENCES, preferencesOf, toast } from './support/profile.ts';

const running = productOfFile();
banMouseInFile();
const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

test('a macro is recorded, named, run from the palette, and survives a reload', async ({ page }) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText(/^REC \d/)).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(heading(page, 'Pipelines')).toBeVisible();
  await openPalette(page);
  await choose(page, 'Destinations', 'Destinations');
  await expect(heading(page, 'Destinations')).toBeVisible();
  await expect(page.getByText('2 steps')).toBeVisible();
  await page.keyboard.press('q');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Round trip');
  await page.keyboard.press('Enter');
  await expect(toast(page, "Macro 'Round trip' recorded")).toBeVisible();

  await expect
    .poll(async () => (await preferences.read()).macros.map(({ name }) => name))
    .toEqual(['Round trip']);
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  // Recording begins once the stored macros are there.
  await page.keyboard.press('q');
  await expect(page.getByText(/^REC/)).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText(/^REC/)).toBeHidden();
  await openPalette(page);
  await choose(page, 'Round trip', 'Round trip');
  await expect(heading(page, 'Destinations')).toBeVisible();
  await expect(toast(page, "Macro 'Round trip' is done")).toBeVisible();
});

test('a macro stops at the first refusal and names the step and why', async ({ page }) => {
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

test('a step that destroys something is reviewed first: without the answer the macro stops', async ({
  page,
}) => {
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

test('a macro comes as text: a fault is named by line, a good one is kept under a free name', async ({
  page,
}) => {
  await preferences.put({
    macros: [{ id: 'a', name: 'Look', steps: [{ commandId: 'view.reload', args: {} }] }],
  });
  await page.goto(`${running.product.url}/userProfile?view=macros&import=text`);
  const field = page.getByRole('textbox', { name: 'Macro as text' });
  await typeInto(page, field, 'macro Look\ngo.sources\ngo.moon');
  await tabTo(page, importButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toContainText(
    "Line 3: there is no command 'go.moon' that a macro can run",
  );
  expect((await preferences.read()).macros).toHaveLength(1);
  await typeInto(page, field, 'macro Look\ngo.sources\nview.reload');
  await tabTo(page, importButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('treegrid', { name: 'Macros' })).toContainText('Look 2');
  await expect
    .poll(async () => (await preferences.read()).macros.map(({ name }) => name))
    .toEqual(['Look', 'Look 2']);
});
