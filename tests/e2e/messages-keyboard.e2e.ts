// Slow: every type of dialog in the gallery is opened and answered.
import type { Page } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const gallery = galleryOfFile();
banMouseInFile();

const open = (page: Page, slug: string, state: string) => page.goto(gallery.url(slug, { state }));

test('dialogs: each type is answered, refused and asked again by keyboard [R2.8-59, R2.8-60]', async ({
  page,
}) => {
  for (const [state, title, act] of [
    ['info', 'Deploy Pipeline', 'Deploy'],
    ['alert', 'Discard Changes', 'Discard 3 changes'],
    ['delete', 'Delete Pipelines', 'Delete 2 pipelines'],
    ['error', 'Something went wrong', 'Reload'],
  ] as const) {
    await open(page, 'dialogs', state);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await tabTo(page, page.getByRole('button', { name: title }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByRole('button', { name: act }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: title })).toBeFocused();
  }
  await open(page, 'dialogs', 'cancel only');
  const refusal = page.getByRole('dialog', { name: 'Cannot delete source' });
  await expect(refusal.getByRole('button')).toHaveCount(1);
  await tabTo(page, refusal.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(refusal).toBeHidden();
});

test('a dialog longer than the window is scrolled by keyboard', async ({ page }) => {
  await open(page, 'dialogs', 'with a long list');
  const text = page.getByRole('group', { name: 'Delete Pipelines' });
  await tabTo(page, text);
  await expect(text.getByRole('listitem').last()).not.toBeInViewport();
  await page.keyboard.press('End');
  await expect(text.getByRole('listitem').last()).toBeInViewport();
});

test('toasts: each is reached and closed by keyboard, the history is read', async ({ page }) => {
  await open(page, 'toasts', 'every status');
  const closing = page.getByRole('button', { name: /^Close|^Dismiss/ });
  await expect(closing).toHaveCount(4);
  for (let left = 3; left >= 0; left -= 1) {
    await tabTo(page, closing.first());
    await page.keyboard.press('Enter');
    await expect(closing).toHaveCount(left);
  }
  await open(page, 'toasts', 'history, many');
  const history = page.getByRole('dialog');
  await expect(history).toBeVisible();
  await expect(history.locator(':focus')).toHaveCount(1);
});

test('menu: opened, walked and left by keyboard', async ({ page }) => {
  await open(page, 'menus', 'three dots');
  const button = page.getByRole('button', { name: 'Row actions' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('copy button: copied by keyboard, and said', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'copy-button', 'plain');
  await tabTo(page, page.getByRole('button', { name: /^Copy/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).not.toBeEmpty();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('300000000000000001');
});

test('transformations: arrow keys reach the link to a pipeline [R2.8-48]', async ({ page }) => {
  await open(page, 'transformations-card', 'rows');
  const grid = page.getByRole('grid', { name: 'Transformations' });
  await expect(grid.getByRole('link', { name: 'k8s-audit-reduce' })).toHaveCount(4);
  await tabTo(page, grid);
  await page.keyboard.press('Home');
  await expect(grid.locator('[data-cursor]')).toHaveCount(1);
  const reached = grid.locator('[data-cell-cursor]').getByRole('link');
  for (let stops = 0; stops < 8 && (await reached.count()) === 0; stops += 1)
    await page.keyboard.press('ArrowRight');
  await expect(reached).toBeVisible();
});
