import { expect, type Locator, type Page, test } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();
banMouseInFile();

const keysTable = (page: Page): Locator => page.getByRole('grid', { name: 'Keys' });
const rowOf = (page: Page, command: string): Locator =>
  keysTable(page).getByRole('row').filter({ hasText: command }).first();
const toast = (page: Page, text: string | RegExp): Locator => page.getByText(text).first();
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true });

const importButton = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });

/** The preferences are read after the first content; a stored change says that they were. */
const stored = async (revision: number): Promise<void> => {
  await expect
    .poll(async () => (await running.api.call('getPreferences')).preferences.revision)
    .toBe(revision);
};
const revision = async (): Promise<number> => (await running.api.call('getPreferences')).preferences.revision;

/** Opens the profile at the keys of a command, as the help and the palette do. */
async function openKeysOf(page: Page, commandId: string): Promise<void> {
  await page.goto(`${running.product.url}/userProfile?view=keys&command=${commandId}`);
  await expect(keysTable(page)).toBeFocused();
}

async function record(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'New keys' })).toBeFocused();
  for (const key of keys) await page.keyboard.press(key);
}

test.beforeEach(async () => {
  await running.api.send('updatePreferences', {
    body: { preferences: { characterKeys: true, keyBindings: {}, macros: [] } },
    ifMatch: await revision(),
  });
});

test('R2.1-37 a command gets another key by keyboard, everywhere, and keeps it after a reload', async ({
  page,
}) => {
  const before = await revision();
  await openKeysOf(page, 'go.pipelines');
  await record(page, 'z');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Pipelines')).toContainText('changed');
  await expect(keysTable(page)).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Z', { exact: true })).toBeVisible();
  await stored(before + 1);
  await page.keyboard.press('z');
  await expect(heading(page, 'Pipelines')).toBeVisible();

  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Z', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(heading(page, 'Pipelines')).toBeVisible();
});

test('a key that is taken is refused with the name of the other command, and nothing is stored', async ({
  page,
}) => {
  const before = await revision();
  await openKeysOf(page, 'go.pipelines');
  await record(page, 'r');
  await expect(page.getByRole('dialog')).toContainText("'R' already belongs to 'Reload data'");
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Not changed');
  await page.keyboard.press('Control+w');
  await expect(page.getByRole('dialog')).toContainText("'Ctrl+W' belongs to the browser");
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(keysTable(page)).toBeFocused();
  expect(await revision()).toBe(before);
});

test('WCAG 2.1.4 with single-character keys off no letter runs anything, Ctrl+K does', async ({ page }) => {
  const before = await revision();
  await page.goto(`${running.product.url}/userProfile?view=keys`);
  await expect(keysTable(page)).toBeVisible();
  await tabTo(page, page.getByRole('switch', { name: 'Single-character keys' }));
  await page.keyboard.press('Space');
  await stored(before + 1);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('G', { exact: true })).toHaveCount(0);
  await tabTo(page, keysTable(page));
  for (const key of ['g', 'p', '?', 'e']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'User profile')).toBeVisible();
  await openPalette(page);
  await choose(page, 'single-character keys on', 'Turn single-character keys on');
  await stored(before + 2);
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(heading(page, 'Pipelines')).toBeVisible();
});

test('a key map is refused as a whole by command and rule, then imported', async ({ page }) => {
  await page.goto(`${running.product.url}/userProfile?view=keys&import=text`);
  const field = page.getByRole('textbox', { name: 'Key map as JSON' });
  const file = (keys: object) => JSON.stringify({ penstockKeyMap: 1, characterKeys: true, keys });
  await typeInto(page, field, file({ 'go.moon': ['z'], 'view.reload': ['z'] }));
  await tabTo(page, importButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toContainText('go.moon: there is no such command');
  await typeInto(page, field, file({ 'view.reload': ['z'] }));
  await tabTo(page, importButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await typeInto(page, page.getByRole('searchbox', { name: 'Search by command' }), 'reload');
  await expect(rowOf(page, 'Reload data')).toContainText('changed');
});

test('a macro is recorded, named, run from the palette, and survives a reload', async ({ page }) => {
  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByText('REC')).toBeVisible();
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

  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await expect
    .poll(async () => (await running.api.call('getPreferences')).preferences.macros.map(({ name }) => name))
    .toEqual(['Round trip']);
  await page.keyboard.press('q');
  await page.keyboard.press('q');
  await openPalette(page);
  await choose(page, 'Round trip', 'Round trip');
  await expect(heading(page, 'Destinations')).toBeVisible();
  await expect(toast(page, "Macro 'Round trip' is done")).toBeVisible();
});

test('a macro stops at the first refusal and names the step and why', async ({ page }) => {
  await running.api.call('updatePreferences', {
    body: {
      preferences: {
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
      },
    },
    ifMatch: await revision(),
  });
  await page.goto(`${running.product.url}/userProfile?view=macros`);
  await expect(page.getByRole('grid', { name: 'Macros' })).toContainText('Too far');
  await openPalette(page);
  await choose(page, 'Too far', 'Too far');
  await expect(
    toast(page, "Macro 'Too far' stopped at step 2 of 3, 'Switch site': There is only one site"),
  ).toBeVisible({ timeout: 20_000 });
  await expect(heading(page, 'Pipelines')).toBeVisible();
});
