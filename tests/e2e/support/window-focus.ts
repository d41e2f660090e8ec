import type { Page } from '@playwright/test';

/** Playwright keeps every window focused, so the document is told otherwise. */
export const focusWindow = (page: Page, isFocused: boolean): Promise<void> =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => is });
    window.dispatchEvent(new Event(is ? 'focus' : 'blur'));
  }, isFocused);
