// Slow: people sign in at a provider of their own, in several browsers.
import type { Browser, Page } from '@playwright/test';
import { type CertifiedProvider, PASSWORD } from '../api/support/certified-provider.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { signIn, signInThroughProvider } from './support/sign-in.ts';
import { either, expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: either(refused(401), /fonts\.googleapis\.com/) });

// The provider runs on this machine.
const running = productOfFile({ env: { PENSTOCK_ALLOW_TARGETS: '127.0.0.1' } });
banMouseInFile();

let provider: CertifiedProvider;
test.beforeAll(async () => {
  provider = await signInThroughProvider(running);
});
test.afterAll(() => provider?.stop());
test.beforeEach(() => {
  provider.asksPassword = false;
});

const at = (path: string) => `${running.product.url}${path}`;
const passwordOf = (page: Page) => page.getByLabel('Password of Example ID');
const statusOf = (page: Page) => page.evaluate(async () => (await fetch('/v1/auth/session')).status);
const sessionsOf = (page: Page) => page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem');

async function signedInElsewhere(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(at('/userProfile'));
  await signIn(page);
  await expect(sessionsOf(page).first()).toBeVisible();
  return page;
}

test('the profile is read-only, and keeps the theme [R1-37, R1-38, R2.1-95 … R2.1-97]', async ({ page }) => {
  await page.goto(at('/userProfile'));
  await signIn(page);
  const expectPerson = async () => {
    for (const [label, value] of [
      ['Display name', 'ada'],
      ['Email', 'ada@example.org'],
    ] as const) {
      const field = page.getByRole('textbox', { name: label });
      await expect(field).toHaveValue(value);
      await expect(field).toHaveAttribute('readonly');
    }
    await expect(page.getByRole('img', { name: 'Avatar of ada' })).toHaveText('A');
  };
  await expectPerson();
  // Dark by default, even if the system prefers light.
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: 'Dark' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('penstock.theme'))).toBe('light');
  await page.reload();
  await expectPerson();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
});

test('sessions are ended from the profile; this one stays [R4-103, R6-38]', async ({ page, browser }) => {
  const others = [await signedInElsewhere(browser), await signedInElsewhere(browser)];
  await page.goto(at('/userProfile'));
  await signIn(page);
  const ends = page.getByRole('button', { name: /^End session/ });
  await expect(ends.first()).toBeVisible();
  await expect(sessionsOf(page).filter({ hasText: 'this one' })).toHaveCount(1);
  for (let left = await ends.count(); left > 0; left -= 1) {
    await tabTo(page, ends.first());
    await page.keyboard.press('Enter');
    await expect(ends).toHaveCount(left - 1);
  }
  for (const other of others) {
    expect(await statusOf(other)).toBe(401);
    await other.context().close();
  }
  expect(await statusOf(page)).toBe(200);
  await expect(sessionsOf(page)).toHaveCount(1);
});

test('logout reaches the provider: the next sign-in needs a password [R1-36, R4-103, R6-39]', async ({
  page,
}) => {
  provider.asksPassword = true;
  await page.goto(at('/sources'));
  await signIn(page);
  await expect(passwordOf(page)).toBeFocused();
  await page.keyboard.type('guessed');
  await page.keyboard.press('Enter');
  await expect(passwordOf(page)).toHaveValue('');
  await expect(passwordOf(page)).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();

  // During its own session, the provider asks nothing.
  await page.context().clearCookies({ name: 'penstock_session' });
  await page.goto(at('/login?return=%2Fsources'));
  await signIn(page);
  await expect(page).toHaveURL(at('/sources'));
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();

  await runByPalette(page, 'Logout');
  const yes = page.getByRole('button', { name: 'Yes, sign me out' });
  await tabTo(page, yes);
  expect(new URL(page.url()).origin).toBe(provider.issuer);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('/login?signed-out=everywhere'));
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toHaveText(
    'You are signed out, here and at the identity provider.',
  );
  expect(await statusOf(page)).toBe(401);
  expect(await violations(page)).toEqual([]);

  await signIn(page);
  await expect(passwordOf(page)).toBeFocused();
});
