import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

const MOST_STOPS = 80;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not within ${MOST_STOPS} presses of ${key}`);
}

/**
 * The first character by its key, the rest at once: each key draws the screen again, and tests of keys press them
 * one by one.
 * @param field has the first character before the rest comes, also when its code is loaded still
 */
export async function enterText(page: Page, text: string, field: Locator): Promise<void> {
  await page.keyboard.type(text.slice(0, 1));
  if (text.length < 2) return;
  await expect(field).toHaveValue(/./);
  await page.keyboard.insertText(text.slice(1));
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await enterText(page, text, field);
  await expect(field).toHaveValue(text);
}

const POINTER_ACTS = [
  'click',
  'dblclick',
  'tap',
  'hover',
  'dragTo',
  'dragAndDrop',
  'check',
  'uncheck',
  'setChecked',
  'selectOption',
];

/** Opens a choice and goes to the option by arrows. */
export async function chooseOption(page: Page, choice: string | RegExp, option: string): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name: choice }));
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  await expect(async () => {
    if ((await wanted.getAttribute('data-active-item')) === null) await page.keyboard.press('ArrowDown');
    await expect(wanted).toHaveAttribute('data-active-item', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
}

export function banMouseInFile(): void {
  let release: (() => void)[] = [];
  const ban = (owner: object, name: string) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const value = () => {
      throw new Error(`'${name}' uses the mouse; this test is for the keyboard alone`);
    };
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    release.push(() => (own ? Object.defineProperty(owner, name, own) : Reflect.deleteProperty(owner, name)));
  };
  test.beforeEach(({ page }) => {
    const locator = Object.getPrototypeOf(page.locator('body'));
    for (const name of POINTER_ACTS) {
      if (name in locator) ban(locator, name);
      if (name in page) ban(page, name);
    }
    for (const name of ['move', 'down', 'up', 'click', 'dblclick', 'wheel']) ban(page.mouse, name);
  });
  test.afterEach(() => {
    for (const restore of release) restore();
    release = [];
  });
}
