// Slow: keys, roles and people are made on their own screens, key by key.
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400) });

const running = productOfFile();
banMouseInFile();

const open = async (page: Page, path: string, list: string) => {
  await page.goto(`${running.product.url}${path}`);
  await expect(page.getByRole('grid', { name: list })).toBeVisible();
};
const statusWith = async (key: string) =>
  (await fetch(`${running.product.url}/v1/pipelines`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

test('an API key by keyboard: made, seen once, used, revoked [R2.1-73, R2.1-74]', async ({ page }) => {
  await open(page, '/settings/apiKeys', 'API Keys');
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'New API key' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('exporter');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: "API key 'exporter'" });
  const key = (await dialog.getByRole('code').first().textContent()) ?? '';
  expect(await statusWith(key)).toBe(200);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const row = rowOf(page, 'API Keys', 'exporter');
  await expect(row).toContainText(key.slice(0, 21));
  await expect(page.locator('body')).not.toContainText(key);

  await runByPalette(page, 'Revoke API key');
  await expect(
    page.getByText("Programs with 'exporter' are refused from now on. This cannot be undone."),
  ).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Revoke key' }));
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Revoked');
  expect(await statusWith(key)).toBe(401);
});

test('a role by keyboard: made, given to an invited user, kept [R2.1-65, R2.1-66, R2.1-68 … R2.1-72]', async ({
  page,
}) => {
  await open(page, '/settings/roles', 'Roles');
  await expect(page).toHaveURL(/\/settings\/accessManagement\/roles$/);
  await page.keyboard.press('c');
  const role = page.getByRole('form', { name: 'New role' });
  await expect(role.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Night shift');
  await tabTo(page, role.getByRole('checkbox', { name: 'Deploy Pipelines' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The role was created.')).toBeVisible();
  await expect(rowOf(page, 'Roles', 'Night shift')).toContainText('Pipelines: read, deploy');

  await runByPalette(page, 'Invite User');
  const user = page.getByRole('form', { name: 'Invite user' });
  const name = user.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Control+Enter');
  for (const problem of ['Name is required', 'Email must look like name@', 'Choose at least one role'])
    await expect(user).toContainText(problem);
  await expect(name).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Control+Enter');
  await expect(user.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(user).not.toContainText('Name is required');
  await page.keyboard.type('ada@example.org');
  await tabTo(page, user.getByRole('checkbox', { name: 'Night shift' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Users', 'Ada')).toContainText('Invited');
  for (const fact of ['ada@example.org', 'Single sign-on', 'Night shift'])
    await expect(rowOf(page, 'Users', 'Ada')).toContainText(fact);
  const headings = page.getByRole('grid', { name: 'Users' }).getByRole('columnheader');
  for (const heading of ['Name', 'Email', 'Type', 'Roles'])
    await expect(headings.filter({ hasText: new RegExp(`^${heading}$`) })).toHaveCount(1);

  await open(page, '/settings/accessManagement/roles', 'Roles');
  const held = rowOf(page, 'Roles', 'Night shift');
  await expect(held).toBeVisible();
  await page.getByRole('grid', { name: 'Roles' }).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Delete');
  await expect(toast(page, "'Night shift' is held by 1 user")).toBeVisible();
});
