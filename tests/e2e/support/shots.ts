import type { Page } from '@playwright/test';

const SHOTS = process.env.PENSTOCK_SHOTS;

/** Pictures in both themes and two sizes, into the folder that PENSTOCK_SHOTS names. */
export const createShoot = (page: Page, group: string) => async (name: string) => {
  if (!SHOTS) return;
  const setTheme = (theme: string) =>
    page.locator('html').evaluate((html, to) => html.setAttribute('data-theme', to), theme);
  for (const [width, height] of [
    [1024, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await setTheme(theme);
      const path = `${SHOTS}/${group}-${name}-${theme}-${width}.png`;
      await page.screenshot({ animations: 'disabled', path });
    }
  }
};
