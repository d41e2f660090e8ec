// Slow: starts a provider of sign-ins, and waits for sessions to end.
import type { Browser, Page } from '@playwright/test';
import type { CertifiedProvider } from '../api/support/certified-provider.ts';
import { buildPipeline } from '../harness/pipelines.ts';
import { CONTRAST, violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { signIn, signInThroughProvider } from './support/sign-in.ts';
import { expect, refused, test } from './support/test.ts';
import { focusWindow } from './support/window-focus.ts';

test.use({ expectedFaults: refused(401, 403, 500) });

// The provider runs on this machine.
const running = productOfFile({ env: { PENSTOCK_ALLOW_TARGETS: '127.0.0.1' } });
banMouseInFile();

let provider: CertifiedProvider;
let pipelineId = '';

test.beforeAll(async () => {
  const { api, siteId } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'Cranes',
    source: { name: 'Sensors', templateId: 'generator', config: {} },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  pipelineId = built.pipelineId;
  provider = await signInThroughProvider(running);
});
test.afterAll(() => provider?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });
const editor = () => `${running.product.url}/pipelines/${pipelineId}?mode=edit`;

async function expectNoViolations(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page), `${what}, dark`).toEqual([]);
  const html = page.locator('html');
  await html.evaluate((element) => element.setAttribute('data-theme', 'light'));
  expect.soft(await violations(page, { rules: CONTRAST }), `${what}, light`).toEqual([]);
  await html.evaluate((element) => element.setAttribute('data-theme', 'dark'));
  await page.emulateMedia({ forcedColors: 'active' });
  // Forced colors are the system's, whatever axe computes.
  expect.soft(await violations(page, { without: CONTRAST }), `${what}, forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Ends all sessions of the user except another browser's. */
async function revokeElsewhere(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${running.product.url}/userProfile`);
  await signIn(page);
  const revoke = page.getByRole('button', { name: /^End session/ }).first();
  await tabTo(page, revoke);
  await page.keyboard.press('Enter');
  await expect(revoke).toHaveCount(0);
  await context.close();
}

test('a session ending while editing returns to place and draft [C6, C7, R6-38]', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.clock.install();
  await page.goto(editor());
  await expect(heading(page, 'Sign in')).toBeVisible();
  await expectNoViolations(page, 'sign-in');
  await signIn(page);
  await expect(page).toHaveURL(editor());
  await typeInto(page, description(page), 'written before the end');

  await revokeElsewhere(browser);
  await expect(heading(page, 'Not Authorized')).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(editor());
  await expectNoViolations(page, 'Not Authorized');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.clock.fastForward('02:00:00');
  await focusWindow(page, false);
  await focusWindow(page, true);
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
  await page.clock.fastForward('00:10:00');
  expect(asked, 'an idle tab of two hours').toEqual([]);

  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await signIn(page);
  await expect(page).toHaveURL(editor());
  await expect(toast(page, /Unsaved changes of .* were restored/)).toBeVisible();
  await expect(description(page)).toHaveValue('written before the end');
});

test('input just before the session ended is kept [C6]', async ({ page }) => {
  await page.clock.install();
  await page.goto(editor());
  await signIn(page);
  await typeInto(page, description(page), 'to the last key');
  // The data is stale by now: focus fetches it again.
  await page.clock.fastForward(10_000);
  const refused = { code: 'UNAUTHENTICATED', reason: 'UNAUTHENTICATED', message: 'Sign in', requestId: 'r' };
  await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: refused }));
  await page.keyboard.type('!');
  await expect(async () => {
    await focusWindow(page, false);
    await focusWindow(page, true);
    await expect(heading(page, 'Not Authorized')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.unrouteAll();
  await page.reload();
  await expect(description(page)).toHaveValue('to the last key!');
});

test('/login is the page to sign in, without the sidebar [R2.1-02, R2.2-02]', async ({ page }) => {
  await page.goto(`${running.product.url}/login`);
  await expect(heading(page, 'Sign in')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await signIn(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('an unverified email has a page that leads to sign-in [R8-02, R8-03]', async ({ page }) => {
  provider.isVerified = false;
  await page.goto(editor());
  await signIn(page);
  await expect(heading(page, 'Validate Email')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Verify your email, then log in again.');
  await expectNoViolations(page, 'Validate Email');
  provider.isVerified = true;
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await signIn(page);
  await expect(page).toHaveURL(editor());
  await expect(description(page)).toBeVisible();
});

test.describe('whole pages [R8-04, R8-06, R8-07, R8-13, R6-45, R6-46, R2.2-02]', () => {
  test('no site is visible, or sites cannot be read', async ({ page }) => {
    await page.goto(running.product.url);
    await signIn(page);
    await expect(heading(page, 'Dashboard').or(page.getByText('Nothing flows yet')).first()).toBeVisible();
    for (const [status, title] of [
      [403, 'Forbidden'],
      [500, 'Something went wrong!'],
    ] as const) {
      const error = { code: 'X', reason: 'X', message: 'No', requestId: 'r' };
      await page.route('**/v1/sites*', (route) => route.fulfill({ status, json: error }));
      await page.reload();
      await expect(heading(page, title)).toBeVisible();
      await expectNoViolations(page, title);
      await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Logout/ })).toBeVisible();
      await page.unrouteAll();
      await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    }
  });
});
