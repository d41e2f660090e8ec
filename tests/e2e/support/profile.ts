import type { Locator, Page } from '@playwright/test';
import type { PreferencesPatch } from '../../../src/contract/entities/preferences.ts';
import type { Running } from './product.ts';
import { expect } from './test.ts';

export const keysTable = (page: Page): Locator => page.getByRole('grid', { name: 'Keys' });

export const keyRow = (page: Page, command: string): Locator =>
  keysTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: command, exact: true }) })
    .first();

export const sidebarKey = (page: Page, key: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByText(key, { exact: true });

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });

/** First match only: the text is repeated for screen readers. */
export const toast = (page: Page, text: string | RegExp): Locator => page.getByText(text).first();

/** In the dialog for pasted text. */
export const importButton = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });

export async function openKeysOf(page: Page, running: Running, commandId: string): Promise<void> {
  await page.goto(`${running.product.url}/userProfile?view=keys&command=${commandId}`);
  await expect(keysTable(page)).toBeFocused();
}

/** Enter confirms. */
export async function recordKeys(page: Page, ...keys: string[]): Promise<void> {
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'New keys' })).toBeFocused();
  for (const key of keys) await page.keyboard.press(key);
}

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
    /** Waits until a changed revision shows that preferences were loaded. */
    stored: (revision: number): Promise<void> =>
      expect.poll(async () => (await read()).revision).toBe(revision),
  };
}

export const NO_PREFERENCES = { characterKeys: true, keyBindings: {}, macros: [] };
