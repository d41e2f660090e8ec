import { expect, type Locator, type Page } from '@playwright/test';

export const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

const fieldOf = (page: Page): Locator => paletteOf(page).getByRole('combobox');

/** Opens the palette by its key and waits until it takes what is typed. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
}

/** Types into the palette and takes the highlighted row, which must be the one that is named. */
export async function choose(page: Page, text: string, row: string | RegExp = text): Promise<void> {
  await page.keyboard.type(text);
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(row);
  await page.keyboard.press('Enter');
}

/** Runs a command by its title, then answers its questions in order. */
export async function runByPalette(page: Page, title: string, ...answers: string[]): Promise<void> {
  await openPalette(page);
  await choose(page, title);
  for (const answer of answers) {
    await expect(fieldOf(page)).toHaveValue('');
    await choose(page, answer);
  }
}

/** The rows of the palette as they are listed. */
export const rowsOf = (page: Page): Locator => paletteOf(page).getByRole('option');
