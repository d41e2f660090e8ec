import { expect, test } from '@playwright/test';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import {
  heading,
  importButton,
  keyRow,
  keysTable,
  NO_PREFERENCES,
  openKeysOf,
  preferencesOf,
  recordKeys,
  sidebarKey,
  toast,
} from './support/profile.ts';

const running = productOfFile();
banMouseInFile();

const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

test('R2.1-37 a command gets another key by keyboard, everywhere, and keeps it after a reload', async ({
  page,
}) => {
  const before = await preferences.revision();
  await openKeysOf(page, running, 'go.pipelines');
  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  await expect(keyRow(page, 'Pipelines')).toContainText('changed');
  await expect(keysTable(page)).toBeFocused();
  await expect(sidebarKey(page, '9')).toBeVisible();
  await preferences.stored(before + 1);
  await page.keyboard.press('9');
  await expect(heading(page, 'Pipelines')).toBeVisible();

  await page.goto(`${running.product.url}/sources`);
  await expect(heading(page, 'Sources')).toBeVisible();
  await expect(sidebarKey(page, '9')).toBeVisible();
  await page.keyboard.press('9');
  await expect(heading(page, 'Pipelines')).toBeVisible();
});

test('a key that is taken is refused with the name of the other command, and nothing is stored', async ({
  page,
}) => {
  const before = await preferences.revision();
  await openKeysOf(page, running, 'go.pipelines');
  await recordKeys(page, 'r');
  await expect(page.getByRole('dialog')).toContainText("'R' already belongs to 'Reload data'");
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Not changed');
  await page.keyboard.press('Control+w');
  await expect(page.getByRole('dialog')).toContainText("'Ctrl+W' belongs to the browser");
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(keysTable(page)).toBeFocused();
  expect(await preferences.revision()).toBe(before);
});

test('WCAG 2.1.4 with single-character keys off no letter runs anything, Ctrl+K does', async ({ page }) => {
  const before = await preferences.revision();
  await page.goto(`${running.product.url}/userProfile?view=keys`);
  await expect(keysTable(page)).toBeVisible();
  await tabTo(page, page.getByRole('switch', { name: 'Single-character keys' }));
  await page.keyboard.press('Space');
  await preferences.stored(before + 1);
  await expect(sidebarKey(page, 'G')).toHaveCount(0);
  await tabTo(page, keysTable(page));
  for (const key of ['g', 'p', '?', 'e']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'User profile')).toBeVisible();
  await openPalette(page);
  await choose(page, 'single-character keys on', 'Turn single-character keys on');
  await preferences.stored(before + 2);
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(heading(page, 'Pipelines')).toBeVisible();
});

const BROKEN_MAP = `{
  "penstockKeyMap": 1,
  "characterKeys": true
  "keys": {}
}`;

test('a key map is refused as a whole by line, field, command and rule, then imported', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${running.product.url}/userProfile?view=keys&import=text`);
  const field = page.getByRole('textbox', { name: 'Key map as JSON' });
  const file = (keys: object) => JSON.stringify({ penstockKeyMap: 1, characterKeys: true, keys });
  await typeInto(page, field, file({ 'go.moon': ['9'], 'view.reload': ['9'] }));
  const take = async () => {
    await tabTo(page, importButton(page));
    await page.keyboard.press('Enter');
  };
  const problem = page.getByRole('alert').first();
  await take();
  await expect(problem).toContainText('go.moon: there is no such command');
  await typeInto(page, field, '{"penstockKeyMap": 1, "characterKeys": "yes", "keys": {}}');
  await take();
  await expect(problem).toContainText('"characterKeys" must be true or false');
  // Pasted, since typing would take long: the third line lacks a comma.
  await page.evaluate((text) => navigator.clipboard.writeText(text), BROKEN_MAP);
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await take();
  await expect(problem).toContainText('Line 4: this is not JSON');
  expect((await preferences.read()).keyBindings).toEqual({});
  await typeInto(page, field, file({ 'view.reload': ['9'] }));
  await take();
  await expect(page.getByRole('dialog')).toBeHidden();
  await typeInto(page, page.getByRole('searchbox', { name: 'Search by command' }), 'reload');
  await expect(keyRow(page, 'Reload data')).toContainText('changed');
});

test('what one window changes is in force in the other at once', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(`${running.product.url}/sources`);
  await expect(sidebarKey(other, 'P')).toBeVisible();
  await openKeysOf(page, running, 'go.pipelines');
  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  await expect(sidebarKey(other, '9')).toBeVisible();
  await other.keyboard.press('9');
  await expect(heading(other, 'Pipelines')).toBeVisible();
});

test('two browsers change different keys: both are kept; the same key is refused by name', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openKeysOf(other, running, 'go.sources');
  await openKeysOf(page, running, 'view.reload');
  const before = await preferences.revision();

  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  await preferences.stored(before + 1);
  // The other browser knows nothing of it yet.
  await recordKeys(other, '8');
  await other.keyboard.press('Enter');
  await preferences.stored(before + 2);
  const both = { 'view.reload': ['9'], 'go.sources': ['8'] };
  expect((await preferences.read()).keyBindings).toEqual(both);
  await expect(other.getByText(/, 2 changed$/)).toBeVisible();

  await recordKeys(page, '7');
  await page.keyboard.press('Enter');
  await preferences.stored(before + 3);
  await recordKeys(other, '7');
  await other.keyboard.press('Enter');
  await expect(
    toast(other, "The keys of 'Sources' were not changed: '7' already belongs to 'Reload data'"),
  ).toBeVisible();
  expect((await preferences.read()).keyBindings).toEqual({ ...both, 'view.reload': ['7'] });
  await expect(other.getByText(/, 2 changed$/)).toBeVisible();
  await elsewhere.close();
});

test('while the service is gone a change stays in force, says what to do, and is stored when it is back', async ({
  page,
}) => {
  const before = await preferences.revision();
  await openKeysOf(page, running, 'go.pipelines');
  await running.product.kill();
  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  const notice = page.getByText('Not stored, in force in this window alone');
  await expect(notice).toContainText('The service cannot be reached. Check that it runs, then try again.');
  await expect(keyRow(page, 'Pipelines')).toContainText('changed');
  await expect(sidebarKey(page, '9')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expect(notice).toBeVisible();
  await expect(keyRow(page, 'Pipelines')).toContainText('changed');

  await running.restart();
  await expect(notice).toBeHidden({ timeout: 20_000 });
  await preferences.stored(before + 1);
  expect((await preferences.read()).keyBindings).toEqual({ 'go.pipelines': ['9'] });
});
