import type { Locator, Page } from '@playwright/test';
import { enterText } from './keyboard.ts';
import { expect } from './test.ts';

export const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

const fieldOf = (page: Page): Locator => paletteOf(page).getByRole('combobox');

/** Waits until it accepts typing. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

/** The highlighted row must match. */
export async function choose(page: Page, text: string, row: string | RegExp = text): Promise<void> {
  await enterText(page, text, fieldOf(page));
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(row);
  await page.keyboard.press('Enter');
}

export async function runByPalette(page: Page, title: string, ...answers: string[]): Promise<void> {
  await openPalette(page);
  await choose(page, title);
  for (const answer of answers) {
    await expect(fieldOf(page)).toHaveValue('');
    await choose(page, answer);
  }
}

export const rowsOf = (page: Page): Locator => paletteOf(page).getByRole('option');
