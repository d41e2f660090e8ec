import type { Page } from '@playwright/test';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const titled = (page: Page, title: string) => expect(page).toHaveTitle(`${title} · Penstock`);

/** Focus must be inside the screen for screen readers. */
const focusIsInScreen = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const main = document.querySelector('main');
        const active = document.activeElement;
        return active !== null && main !== null && active !== main && main.contains(active);
      }),
    )
    .toBe(true);

test('follow each change of screen by key [R2.2-01]', async ({ page }) => {
  await page.goto(running.product.url);
  await titled(page, 'Dashboard');
  const screens: [string, string][] = [
    ['p', 'Pipelines'],
    ['s', 'Sources'],
    ['t', 'Destinations'],
    ['u', 'User Profile'],
    ['d', 'Dashboard'],
    ['p', 'Pipelines'],
  ];
  for (const [key, title] of screens) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await titled(page, title);
    await focusIsInScreen(page);
  }
  await page.goBack();
  await titled(page, 'Dashboard');
  await focusIsInScreen(page);
});

test('the sidebar is at the left, 268 px wide [R2.2-03, R2.2-04, R9-36]', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar).toBeVisible();
  expect(await sidebar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 268 });
});
