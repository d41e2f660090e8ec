// Slow: opens every screen, and reads it in both themes and four sizes.

import type { Page } from '@playwright/test';
import { CONTRAST, violations } from './support/axe.ts';
import { productOfFile } from './support/product.ts';
import { expectNoCollidingTexts, lostControls } from './support/reading.ts';
import { rowOf } from './support/screen.ts';
import { exampleSite, openScreen, SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/** The other theme can only change contrast. */
const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);

test.describe.configure({ mode: 'serial' });

test('an empty dashboard has no axe violation in either theme', async ({ page }) => {
  await page.goto(running.product.url);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await setTheme(page, 'light');
  expect(await violations(page, { rules: CONTRAST })).toEqual([]);
});

const NARROW = [
  { name: '320 px wide', width: 320, height: 640 },
  { name: '200% of 1440 by 900', width: 720, height: 450 },
];

const USUAL = { width: 1440, height: 900 };
const USUAL_TEXT_PX = 16;

test('every screen: title, no axe violation, nothing lost when narrow or with text at 200%', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const example = await exampleSite(running);
  const browser = await page.context().newCDPSession(page);
  const setTextSize = (px: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  const readTextSize = () =>
    page.locator('html').evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize));
  for (const screen of SCREENS) {
    await test.step(screen.name, async () => {
      await page.setViewportSize(USUAL);
      await openScreen(page, running.product.url, screen, example);
      await expect(page).toHaveTitle(screen.title);
      expect.soft(await violations(page), `${screen.name}, dark`).toEqual([]);
      await setTheme(page, 'light');
      expect.soft(await violations(page, { rules: CONTRAST }), `${screen.name}, light`).toEqual([]);
      for (const { name, ...size } of NARROW) {
        await page.setViewportSize(size);
        await expect.soft(screen.ready(page), `${screen.name}, ${name}`).toBeVisible();
        expect.soft(await lostControls(page), `${screen.name}, ${name}`).toEqual([]);
      }
      await page.setViewportSize(USUAL);
      const usual = await readTextSize();
      await setTextSize(2 * USUAL_TEXT_PX);
      await expect.poll(readTextSize).toBe(2 * usual);
      await expect.soft(screen.ready(page), `${screen.name}, text at 200%`).toBeVisible();
      expect.soft(await lostControls(page), `${screen.name}, text at 200%`).toEqual([]);
      await expectNoCollidingTexts(page, `${screen.name}, text at 200%`);
      await setTextSize(USUAL_TEXT_PX);
    });
  }
});

test('Tab shows the focus; the skip link passes the sidebar', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'Web logs')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const seen = new Set<string>();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // A grid draws the focus ring on the active row, a field on the box around it.
      const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      // A row's ring lies above its pinned cells.
      const ringed = [element, element.parentElement, row].some((one) =>
        [undefined, '::after'].some((part) => {
          const style = one && getComputedStyle(one, part);
          return (
            style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
          );
        }),
      );
      return { text: element.getAttribute('aria-label') ?? element.textContent ?? element.tagName, ringed };
    });
    if (!found) break;
    expect(found, `the focus is seen on '${found.text}'`).toMatchObject({ ringed: true });
    seen.add(found.text);
  }
  expect(seen.size).toBeGreaterThan(3);
});
