import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { choose, openPalette, paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import {
  heading,
  keyRow,
  keysTable,
  NO_PREFERENCES,
  openKeysOf,
  preferencesOf,
  recordKeys,
  sidebarKey,
} from '../e2e/support/profile.ts';
import { either, expect, refused, SERVICE_GONE, test } from '../e2e/support/test.ts';

test.use({ expectedFaults: either(refused(412), SERVICE_GONE) });

const running = productOfFile();
banMouseInFile();

const preferences = preferencesOf(running);

test.beforeEach(() => preferences.put(NO_PREFERENCES));

test('a remapped key works everywhere, and after a reload [R2.1-37]', async ({ page }) => {
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

test('a taken key is refused, naming the other command', async ({ page }) => {
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

test('a taken key is had by taking it from its command', async ({ page }) => {
  const before = await preferences.revision();
  await openKeysOf(page, running, 'go.pipelines');
  await recordKeys(page, 'r');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("Taking it leaves 'Reload data' without a key.");
  await tabTo(page, dialog.getByRole('button', { name: "Take it from 'Reload data'" }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await preferences.stored(before + 1);
  expect((await preferences.read()).keyBindings).toEqual({ 'go.pipelines': ['r'], 'view.reload': [] });
  await page.keyboard.press('r');
  await expect(heading(page, 'Pipelines')).toBeVisible();
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

test('without the service a change applies, and is stored later', async ({ page }) => {
  const before = await preferences.revision();
  await openKeysOf(page, running, 'go.pipelines');
  await running.product.kill();
  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  const notice = page.getByText('Not saved, applies in this window only');
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
