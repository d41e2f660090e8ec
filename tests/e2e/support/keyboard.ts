import { expect, type Locator, type Page, test } from '@playwright/test';

const MOST_STOPS = 80;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus: whoever has only a keyboard can get there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not within ${MOST_STOPS} presses of ${key}`);
}

/** Goes to a text field by keyboard and replaces what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
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

/** In the tests of this file every way to point, press or drag with a mouse fails. */
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
