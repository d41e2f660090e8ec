// Slow: a provider is set up and signs somebody in, in two browsers.
import { SamlIdp } from '../api/support/saml-idp.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// With sign-in on, local addresses are only reachable when allowed.
const running = productOfFile({ env: { PENSTOCK_ALLOW_TARGETS: '127.0.0.1' } });
banMouseInFile();
let idp: SamlIdp;
test.beforeAll(async () => {
  // Cross-site from the console, as any provider is.
  idp = await new SamlIdp().start('localhost');
});
test.afterAll(() => idp.stop());

test('SAML is set up by keyboard, then used to sign in [R2.1-75, R2.1-76, R1-33]', async ({
  page,
  browser,
}) => {
  const { url } = running.product;
  await page.goto(`${url}/settings/sso`);
  const form = page.getByRole('form', { name: 'Sign-in settings' });
  await expect(form).toContainText('To register at the provider:Redirect URI');
  await runByPalette(page, 'Create fallback code');
  const dialog = page.getByRole('dialog', { name: 'Fallback code' });
  await expect(dialog).toContainText('It signs in the local administrator');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await tabTo(page, form.getByRole('radio', { name: 'OpenID Connect' }));
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'SAML 2.0' })).toBeChecked();
  await expect(form).toContainText(`${url}/login/saml/metadata`);
  await expect(form.getByRole('textbox', { name: 'Client ID' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await typeInto(page, form.getByRole('textbox', { name: 'Metadata URL' }), idp.entityId);
  for (const name of ['Allow uninvited users', 'Trust its emails']) {
    const flag = form.getByRole('switch', { name });
    await tabTo(page, flag);
    await page.keyboard.press('Space');
    await expect(flag).toBeChecked();
  }
  const signIn = form.getByRole('switch', { name: 'Sign-in' });
  await tabTo(page, signIn, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(signIn).toBeChecked();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The sign-in settings were saved.')).toBeVisible();
  await expect(form).toContainText('People sign in through Single sign-on.');

  const other = await browser.newContext();
  const ada = await other.newPage();
  await ada.goto(`${url}/login?return=%2Fsources`);
  const button = ada.getByRole('button', { name: 'Sign in with Single sign-on' });
  await tabTo(ada, button);
  await ada.keyboard.press('Enter');
  const there = ada.getByRole('button', { name: 'Sign in as Ada' });
  await tabTo(ada, there);
  expect(new URL(ada.url()).origin).toBe(idp.origin);
  await ada.keyboard.press('Enter');
  await expect(ada).toHaveURL(`${url}/sources`);
  await expect(ada.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
  const session = await ada.evaluate(async () => (await fetch('/v1/auth/session')).json());
  expect(session).toMatchObject({ provider: 'saml', user: { email: 'ada@example.org' } });

  await runByPalette(ada, 'Logout');
  await expect(ada).toHaveURL(`${url}/login?signed-out=everywhere`);
  await expect(ada.getByRole('status').filter({ hasText: 'You are signed out' })).toHaveText(
    'You are signed out, here and at the identity provider.',
  );
  expect(await ada.evaluate(async () => (await fetch('/v1/auth/session')).status)).toBe(401);
  expect(await violations(ada)).toEqual([]);

  // The provider starts the sign-in; the page reports it and starts its own.
  await ada.goto(`${idp.origin}/unasked?to=${encodeURIComponent(`${url}/login/saml`)}`);
  await tabTo(ada, ada.getByRole('button', { name: 'Sign in as Ada' }));
  await ada.keyboard.press('Enter');
  await expect(ada.getByRole('alert')).toContainText('The identity provider started this sign-in');
  await tabTo(ada, ada.getByRole('button', { name: 'Sign in with Single sign-on' }));
  await ada.keyboard.press('Enter');
  await tabTo(ada, ada.getByRole('button', { name: 'Sign in as Ada' }));
  await ada.keyboard.press('Enter');
  await expect(ada).toHaveURL(`${url}/sources`);
  await other.close();
});
