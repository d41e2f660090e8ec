import { expect, type Locator, type Page } from '@playwright/test';
import type { PreferencesPatch } from '../../../src/contract/entities/preferences.ts';
import type { Running } from './product.ts';

export const keysTable = (page: Page): Locator => page.getByRole('grid', { name: 'Keys' });

/** The row of a command in the list of keys. */
export const keyRow = (page: Page, command: string): Locator =>
  keysTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: command, exact: true }) })
    .first();

/** A key as the sidebar shows it beside its entry. */
export const sidebarKey = (page: Page, key: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByText(key, { exact: true });

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });

/** The text of a toast; a screen reader is told the same text a second time. */
export const toast = (page: Page, text: string | RegExp): Locator => page.getByText(text).first();

/** The button of the dialog that takes a pasted text. */
export const importButton = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });

/** Opens the profile at the keys of a command, as the help and the palette do. */
export async function openKeysOf(page: Page, running: Running, commandId: string): Promise<void> {
  await page.goto(`${running.product.url}/userProfile?view=keys&command=${commandId}`);
  await expect(keysTable(page)).toBeFocused();
}

/** Presses new keys for the command under the cursor; Enter takes them. */
export async function recordKeys(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'New keys' })).toBeFocused();
  for (const key of keys) await page.keyboard.press(key);
}

/** What the service has stored, read and changed by another window. */
export function preferencesOf(running: Running) {
  const read = async () => (await running.api.call('getPreferences')).preferences;
  return {
    read,
    revision: async (): Promise<number> => (await read()).revision,
    put: async (preferences: PreferencesPatch): Promise<void> => {
      await running.api.call('updatePreferences', {
        body: { preferences },
        ifMatch: (await read()).revision,
      });
    },
    /** The preferences are read after the first content; a stored change says that they were. */
    stored: (revision: number): Promise<void> =>
      expect.poll(async () => (await read()).revision).toBe(revision),
  };
}

/** What nobody has changed. */
export const NO_PREFERENCES = { characterKeys: true, keyBindings: {}, macros: [] };
