import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { heading, importButton, NO_PREFERENCES, preferencesOf, toast } from './support/profile.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

test('a macro is recorded, named, run, and survives a reload', async ({ page }) => {
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
  // Recording starts once the stored macros are loaded.
  await page.keyboard.press('q');
  await expect(page.getByText(/^REC/)).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText(/^REC/)).toBeHidden();
  await openPalette(page);
  await choose(page, 'Round trip', 'Round trip');
  await expect(heading(page, 'Destinations')).toBeVisible();
  await expect(toast(page, "Macro 'Round trip' is done")).toBeVisible();
});

test('a pasted macro: errors by line, then a free name', async ({ page }) => {
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
