// Slow: pages of two windows and two browsers beside each other.
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import {
  heading,
  importButton,
  keyRow,
  NO_PREFERENCES,
  openKeysOf,
  preferencesOf,
  recordKeys,
  sidebarKey,
  toast,
} from './support/profile.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(412) });

const running = productOfFile();
banMouseInFile();

const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

const BROKEN_MAP = `{
  "penstockKeyMap": 1,
  "characterKeys": true
  "keys": {}
}`;

test('a key map with errors is refused whole, then imported', async ({ page, context }) => {
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
  // Pasted, because typing is slow; the third line lacks a comma.
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

test('two browsers remap keys: different ones merge, equal ones clash', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openKeysOf(other, running, 'go.sources');
  await openKeysOf(page, running, 'view.reload');
  const before = await preferences.revision();

  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  await preferences.stored(before + 1);
  // The other browser has not noticed yet.
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
