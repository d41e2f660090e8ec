import type { Page } from '@playwright/test';
import { listFocusFaults } from '../../harness/page-faults.ts';

/** Also a page wider than its window. */
export async function readPageFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(listFocusFaults);
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  if (width > room) faults.push(`the page is ${width} px wide in a window of ${room} px`);
  return faults;
}
